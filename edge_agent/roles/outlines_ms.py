"""Malay outlines: the parts of plans by kind of goal and angle. ``outline_words`` says how they are read."""

from __future__ import annotations

from typing import Final

OUTLINES: Final = """
trip activity
Laluan dan pengangkutan | list | bandar mengikut turutan, kenderaan antaranya, perjalanan paling lama | travel place
Penginapan | list | kawasan di setiap bandar, jenis bilik, malam di setiap bandar… | sleep place
Tempat menarik | list | ? bandar lama, pemandangan, muzium untuk hari hujan | look
Makanan | list | masakan tempatan, pasar, hidangan istimewa | food
Jadual | schedule | jalan pagi, lawatan utama, makan tengah hari, waktu rehat | time children
Belanjawan | budget | pengangkutan, bilik, makanan, tiket, simpanan | money
Senarai barang dibawa | checklist! | pasport, tiket, wang, pakaian, baju hujan, ubat, pengecas | pack weather
trip phase
Tiga bulan sebelum | checklist | tarikh perjalanan, tiket pengangkutan, bilik, pasport dan visa | sleep pay
Seminggu sebelum | checklist | wang tunai dan kad, ramalan cuaca, kunci untuk jiran, beg siap | pack
@Ketibaan | schedule | jalan ke bilik, siar kaki pertama, kedai makan berdekatan | travel
@Pertengahan | schedule | lawatan utama, pantai atau bukit, pasar, malam yang tenang | look food children place
@Penghujung perjalanan | schedule | lawatan terakhir, cenderamata, beg siap, jalan pulang | weather
Belanjawan | budget | pengangkutan, bilik, makanan, tiket, simpanan | money
trip place
= | schedule | ? bandar lama, pemandangan, gerai, taman | look place
Makanan | list | masakan tempatan, sarapan, bekal, hidangan istimewa | food
Penginapan dan pengangkutan | list | malam di setiap bandar…, tempat tidur di setiap bandar, kenderaan | sleep travel
Belanjawan | budget | tambang, sewa, makan minum, tiket, simpanan | money
Senarai barang dibawa | checklist! | pasport, tiket, wang, pakaian, baju hujan, ubat, pengecas | pack weather children
stay activity
Penginapan | list | kawasan, jenis penginapan, bilangan katil, harga semalam… | sleep place
Perjalanan dan pengangkutan | list | perjalanan pergi, jalan ke penginapan, kereta sewa atau bas, jalan pulang | travel
Tempat menarik | list | ? bandar lama, pemandangan, muzium untuk hari hujan | look
Makanan | list | masakan tempatan, sarapan, hidangan istimewa | food
Jadual | schedule | jalan pagi, lawatan utama, makan tengah hari, waktu rehat | time children
Belanjawan | budget | pengangkutan, penginapan, makanan, tiket, simpanan | money
Senarai barang dibawa | checklist! | pasport, tiket, wang, pakaian, baju hujan, ubat, pengecas | pack weather
stay phase
Seminggu sebelum | checklist | tiket perjalanan, penginapan, wang tunai dan kad, ramalan cuaca | sleep pay
Sehari sebelum | checklist | beg, dokumen, kunci untuk jiran, bekal makanan | pack travel
@Ketibaan | schedule | jalan ke penginapan, siar kaki pertama, kedai makan berdekatan | look
@Pertengahan | schedule | lawatan utama, pasar, naik bot atau bukit, malam yang tenang | food children place
@Penghujung perjalanan | schedule | sarapan panjang, cenderamata, siar kaki terakhir, jalan pulang | weather
Belanjawan | budget | pengangkutan, penginapan, makanan, tiket, simpanan | money
stay place
@Ketibaan | schedule | jalan ke penginapan, siar kaki pertama, kedai makan berdekatan | look
@Pertengahan | schedule | lawatan utama, pasar, naik bot atau bukit, malam yang tenang | look
@Penghujung perjalanan | schedule | sarapan panjang, cenderamata, siar kaki terakhir, jalan pulang | look
Penginapan dan pengangkutan | list | kawasan, jenis penginapan, jalan ke situ, kereta sewa atau bas | sleep travel place
Makanan | list | masakan tempatan, sarapan, hidangan istimewa | food
Belanjawan | budget | tambang, penginapan, makan minum, tiket, simpanan | money
Senarai barang dibawa | checklist! | pasport, tiket, wang, pakaian, baju hujan, ubat, pengecas | pack weather children
tour activity
Peringkat perjalanan | schedule | bertolak pagi, rehat tengah hari, tempat bermalam | travel time look
Tempat bermalam | list | pondok atau khemah, bilangan katil, makan malam, harga semalam… | sleep place
Makanan dan air | list | sarapan, bekal harian, makan malam, air | food
Kelengkapan | checklist! | kasut, baju hujan, peta, peti kecemasan, lampu suluh | pack weather
Keselamatan | list | cuaca untuk menunggu, jalan pintas keluar, nombor kecemasan | risk children
Belanjawan | budget | pengangkutan, tempat tidur, makanan, kelengkapan, simpanan | money
tour phase
Seminggu sebelum | checklist | tempat bermalam, peta dan laluan, ramalan cuaca, kelengkapan yang kurang | sleep pay
Sehari sebelum | checklist | beg galas, bekal makanan, telefon dicas, laluan untuk kawan | pack
@Bertolak | schedule | perjalanan ke tempat mula, laluan mudah, pondok atau khemah pertama | travel
@Peringkat tengah | schedule | laluan paling sukar, rehat tengah hari, pemandangan indah | look food children place
@Jalan pulang | schedule | laluan pendek, stesen, perjalanan pulang | weather
Belanjawan | budget | pengangkutan, tempat tidur, makanan, kelengkapan, simpanan | money
tour place
@Bertolak | schedule | perjalanan ke tempat mula, laluan mudah, pondok atau khemah pertama | travel
@Peringkat tengah | schedule | laluan paling sukar, rehat tengah hari, pemandangan indah | look place
@Jalan pulang | schedule | laluan pendek, stesen, perjalanan pulang | travel
Tempat bermalam | list | pondok atau khemah, bilangan katil, makan malam, harga semalam… | sleep
Makanan dan air | list | sarapan, bekal harian, makan malam, air | food
Kelengkapan | checklist! | kasut, baju hujan, peta, peti kecemasan, lampu suluh | pack weather children
Belanjawan | budget | pengangkutan, tempat tidur, makanan, kelengkapan, simpanan | money
celebration activity
Senarai tetamu dan jemputan | list | nama tetamu…, hari dan tempat…, jawapan sebelum…, teks jemputan | people
Menu dan minuman | list | hidangan pembuka, hidangan utama, pencuci mulut, kuih, minuman | food
Aturcara | schedule | sambutan, jamuan, ucapan, doa, bersurai | time
Muzik dan permainan | list | lagu sambutan, lagu bersama, permainan untuk semua | music children look
Tempat duduk dan hiasan | list | meja dan kerusi, bunga, lampu, khemah jika hujan | decor place
Belanjawan | budget | makanan, minuman, sewa, hiasan, simpanan | money
Pembantu | checklist | dapur…, minuman…, permainan kanak-kanak…, kemas semula… | clean weather
celebration phase
Dua bulan sebelum | checklist | senarai tetamu, jemputan, tempat, khemah | people time
Seminggu sebelum | checklist | bahan masakan, minuman, meja dan kerusi, pembantu | food pack
Pagi | schedule | meja, hiasan, masakan, ujian bunyi | decor place
Petang | schedule | sambutan tetamu, jamuan, permainan, gambar | children look
Malam | schedule | makan malam, ucapan, lagu, bersurai | music
Belanjawan | budget | makanan, minuman, sewa, hiasan, simpanan | money
Sehari selepas | checklist | kemas semula, barang pinjaman, ucapan terima kasih | clean weather
celebration place
Dapur dan bufet | list | hidangan panas, hidangan sejuk, pencuci mulut, minuman | food
Meja dan hiasan | list | meja dan kerusi, alas meja, bunga, lampu | people decor place
Muzik dan acara | list | lagu semasa jamuan, lagu bersama, ucapan, permainan untuk semua | music look
Sudut kanak-kanak | list | permainan luar rumah, permainan dalam rumah, makanan kanak-kanak | children
Aturcara | schedule | sambutan, jamuan, doa, bersurai | time weather
Belanjawan dan kemasan | budget | makanan, minuman, sewa, hiasan, simpanan | money clean
event activity
Peserta dan jemputan | list | orang yang dijemput…, cara mendaftar, jawapan sebelum…, teks jemputan | people
~Aturcara hari itu | schedule | pembukaan, acara utama, rehat, penutup | time look music
Tempat dan peralatan | checklist | kerusi dan meja, projektor atau pembesar suara, papan tanda | place pack buy decor
Tugas dan pembantu | list | ketua acara…, penyambut tetamu…, persiapan…, pencatat… | children clean risk
Makanan dan minuman | list | kopi dan teh, kuih, minuman sejuk | food
Belanjawan | budget | sewa, makanan, bahan, hadiah, simpanan | money
event phase
Dua bulan sebelum | checklist | tarikh, tempat, jemputan, penceramah atau hadiah | people time
Seminggu sebelum | checklist | senarai peserta, bahan, pembantu | pack buy
Pagi | schedule | persiapan, papan tanda, sambutan, pembukaan | place decor
Petang | schedule | acara utama, rehat, penutup | look food music
Sehari selepas | checklist | kemas semula, ucapan terima kasih, laporan | clean risk
Belanjawan | budget | sewa, makanan, bahan, simpanan | money
learning activity
Jadual | schedule | pelajaran pendek setiap hari, ulang kaji mingguan, hari rehat | time
Langkah pertama | list | pelajaran pertama, perkataan atau gerakan paling berguna, sasaran pertama | learn
Latihan | list | latihan memanaskan badan, latihan utama, latihan bahagian lemah | learn
Bahan | comparison | buku, kursus percuma, rakaman | pack buy money
Latihan bersama | list | rakan atau guru, kumpulan atau kelab, persembahan kecil | people
Ujian | checklist | ujian minggu pertama, ujian bulanan, markah sasaran | risk
learning phase
@Langkah pertama | schedule | asas, perkataan atau gerakan pertama, amalan harian | learn
@Asas kukuh | schedule | peraturan, latihan lebih panjang, pembetulan kesilapan | learn
@Amalan | schedule | teks atau lagu sebenar, perbualan atau main bersama, kelancaran | people
@Ujian akhir | schedule | ulang kaji, percubaan, persembahan kecil | time
Bahan | comparison | buku, kursus percuma, rakaman | pack buy money
Jadual mingguan | schedule | pelajaran pendek, hari ulang kaji, hari rehat | time risk
learning place
Di meja | list | buku, latihan bertulis, nota | learn
Dalam perjalanan | list | rakaman, kad, ulang kaji dalam kepala | travel
Bersama orang lain | list | rakan, kumpulan, soalan | people
Hujung minggu | list | karya lebih panjang, filem atau konsert, ujian minggu itu | look
Jadual | schedule | pelajaran pendek setiap hari, ulang kaji mingguan, hari rehat | time
Bahan | comparison | buku, kursus percuma, rakaman | pack buy money
training activity
Jadual mingguan | schedule | sesi ringan, sesi berat, sesi panjang, rehat | time
Senaman | list | memanaskan badan, daya tahan, kekuatan, regangan | learn
Makanan dan minuman | list | sebelum latihan, selepas latihan, semasa sesi panjang | food
Kelengkapan | checklist! | kasut, pakaian, jam, air | pack buy money
Kesihatan dan rehat | list | waktu tidur, sakit tanda berhenti, hari rehat | risk sleep
~Hari itu sendiri | schedule | sarapan, perjalanan, memanaskan badan, rentak | travel weather
training phase
@Membiasakan diri | schedule | sesi ringan, rehat berjalan, regangan | learn
@Membina | schedule | sesi lebih panjang, bukit, kekuatan | learn
@Minggu paling berat | schedule | sesi paling panjang, rentak sasaran, rehat | food
@Minggu terakhir | schedule | sesi lebih pendek, tidur, ujian kelengkapan | sleep
~Hari itu sendiri | schedule | sarapan, perjalanan, memanaskan badan, rentak | travel weather
Kelengkapan | checklist! | kasut, pakaian, jam, air | pack buy money
technical activity
Senarai peranti | table | perkhidmatan…, peranti…, tempat data…, akaun… | look
Jadual | schedule | persediaan, salinan, pertukaran, semakan | time
Salinan dan jalan balik | checklist | cakera untuk salinan, perisian, fail percubaan, had masa berpatah balik… | risk
Tetapan | list | alamat rangkaian, nama peranti, akaun pengguna…, tempat simpan kata laluan… | place
Senarai ujian | checklist | hidup selepas terputus elektrik, capaian dari luar, kelajuan, fail dipulihkan | people
Senarai beli dan kos | budget | peranti, kabel, cakera, simpanan | money buy
Panduan untuk isi rumah | list | tempat peranti…, bantuan pertama ketika rosak, orang untuk ditanya… | children
technical phase
@Senarai dan salinan | checklist | peranti…, perkhidmatan…, cakera untuk salinan, fail percubaan | risk
@Persediaan | checklist | peranti baharu, kemas kini, alamat rangkaian, akaun pengguna | buy
@Hari pertukaran | schedule | salinan terakhir, perkhidmatan pertama, perkhidmatan lain, alamat baharu | time
@Ujian dan kemasan | checklist | hidup selepas terputus elektrik, capaian dari luar, peranti lama ditutup | clean
Jalan balik | list | had masa berpatah balik…, langkah pertama ke belakang, orang untuk diberitahu… | people
Senarai beli dan kos | budget | peranti, kabel, cakera, simpanan | money
technical place
Peranti lama | list | perkhidmatan di situ…, data untuk diselamatkan…, hari terakhir digunakan | look
Peranti baharu | list | model, tetapan, tempat di rumah…, bekalan elektrik | buy place
Rangkaian dan capaian | list | alamat, tanpa wayar, capaian dari luar | travel
Data dan salinan | table | folder atau cakera…, saiz…, salinan kedua… | risk
Jadual dan orang | schedule | salinan, pertukaran, ujian, panduan pendek | time people children
Kos | budget | peranti, kabel, cakera, simpanan | money
moving activity
Jadual | schedule | notis, pembungkusan, hari pindah, serahan | time
Senarai kotak ikut bilik | checklist | dapur, bilik tidur, buku, stor | pack
Lori dan pembantu | list | saiz lori, bilangan pembantu, makanan pembantu | people travel food
Alamat dan kontrak | checklist | pos, bank, elektrik, internet | risk
Perabot dan bilik baharunya | list | sofa…, almari…, katil…, meja dan kerusi… | place clean
Belanjawan | budget | lori, kotak, deposit, pembaikan, simpanan | money
moving phase
@Mengasingkan dan notis | checklist | kontrak, barang untuk diberi, lori | risk pay
@Membungkus ikut bilik | checklist | kotak, label, beg untuk malam pertama | pack
@Hari pindah | schedule | sarapan pembantu, memuat, perjalanan, memunggah | people travel food
@Menyusun rumah | checklist | katil dahulu, alamat baharu, pembaikan rumah lama | clean place
Alamat dan kontrak | checklist | pos, bank, elektrik, internet | time
Belanjawan | budget | lori, kotak, deposit, pembaikan, simpanan | money
moving place
Dapur dan stor | checklist | pinggan, bekalan untuk dihabiskan, alatan, basikal | food clean
Ruang tamu dan bilik tidur | checklist | perabot, buku, pakaian, katil | pack sleep
Hari pindah | schedule | sarapan pembantu, memuat, perjalanan, memunggah | time people
Rumah lama | checklist | pembaikan, bacaan meter…, serahan kunci | risk
Rumah baharu | checklist | tempat perabot, lampu, nama di pintu | place people
Perjalanan dan kos | budget | lori, minyak, kotak, simpanan | money travel
tidying activity
Apa yang kekal | list | digunakan setiap bulan, ikut musim, kenangan | look
Apa yang pergi | table | jual, beri, kitar semula, buang | clean
Tempat setiap barang | list | rak, cangkuk, kotak berlabel, lantai kosong | place
Jadual | schedule | keluarkan, asingkan, sapu, susun semula | time
Alatan dan bekalan | checklist! | kotak, label, sarung tangan, beg sampah | pack
Pembantu dan kos | budget | makanan pembantu, rak, cangkuk, pelupusan | money people
tidying phase
Sebelum | checklist! | kotak, label, tempat mengasingkan, pembantu | pack people
@Mengeluarkan dan mengasingkan | schedule | semua keluar, simpan, beri, buang | clean
@Menyusun semula | schedule | menyapu, rak, kotak berlabel, lantai kosong | place
Selepas | checklist | pelupusan, barang dijual, peraturan barang baharu | time
Alatan dan kos | budget | kotak, rak, cangkuk, pelupusan | money buy
tidying place
Lantai dan sudut | list | barang besar, basikal atau mesin, lantai kosong | clean
Rak dan almari | list | rak atas, rak tengah, rak bawah | look
Dinding dan siling | list | cangkuk, tangga, barang jarang guna | place
Kotak dan barang kecil | list | skru dan bahagian kecil, kertas, kabel | pack
Jadual | schedule | keluarkan, asingkan, sapu, susun semula | time
Alatan dan kos | budget | kotak, rak, cangkuk, pelupusan | money buy
building activity
Rupa akhir | list | saiz…, susun atur, bahan, warna | look
Bahan dan alatan | checklist | bahan utama, bahagian kecil, alatan, keselamatan | pack buy
Jadual | schedule | persediaan, kerja kasar, kerja halus, semakan | time
Siapa buat apa | list | lukisan…, kerja berat…, kerja halus…, pembersihan… | people children
Belanjawan | budget | bahan, alatan, tukang, simpanan | money
Risiko dan tindakan | list | jika penghantaran lewat, jika berhabuk, jika ada kerosakan tersembunyi | risk clean
building phase
@Lukisan dan pembelian | checklist | ukuran…, lukisan, bahan, tarikh | look buy
@Persediaan dan kerja kasar | schedule | barang lama keluar, paip atau wayar, tapak | clean
@Kerja utama | schedule | pemasangan, sambungan, permukaan | people children
@Kemasan | checklist | butiran kecil, pembersihan, ujian, senarai kecacatan | risk
Bahan dan alatan | checklist | bahan utama, bahagian kecil, alatan | pack
Belanjawan | budget | bahan, alatan, tukang, simpanan | money
building place
Tapak dan rangka | list | ukuran…, bahan, cara diikat | place
Permukaan | list | dinding, lantai, cat atau penutup | look
Wayar dan air | list | kabel, lampu, paip | risk
Kelengkapan dan butiran | list | kelengkapan, bahagian kecil, sentuhan akhir | buy
Jadual | schedule | persediaan, kerja kasar, kerja halus, semakan | time
Belanjawan | budget | bahan, alatan, tukang, simpanan | money
garden activity
Batas tanaman | table | tanaman, tanaman bersebelahan, cahaya | place
Tanaman | list | ? tuaian awal, tuaian tengah, tuaian akhir | look food
Kalendar | schedule | menyemai, menanam, menjaga, menuai | time weather
Tanah dan air | list | kompos, sungkupan, siraman mingguan | clean
Alatan dan benih | checklist! | cangkul, penyodok, benih, jaring | pack buy
Belanjawan | budget | benih, anak pokok, tanah, alatan | money
garden phase
@Permulaan | schedule | tanah, semaian, tanaman pertama | look
@Pertumbuhan | schedule | memindahkan anak pokok, merumput, menyiram | weather
@Tuaian | schedule | tuaian, semaian kedua, menyiram | food
@Penghujung | schedule | tuaian akhir, simpanan, membaiki tanah | clean
Batas tanaman | table | tanaman, tanaman bersebelahan, cahaya | place
Alatan dan kos | budget | benih, anak pokok, tanah, alatan | money buy
writing activity
Kandungan | table | bab, halaman…, penulis… | place look
Pembukaan | text | sambutan, tujuan, cara guna | people
Gaya | list | nada, panjang, nama dan ejaan, gambar | children
Pengumpulan | checklist | teks, gambar, kebenaran, hari terakhir menghantar | buy
Jadual | schedule | pengumpulan, draf, pembetulan, susun atur, cetakan | time
Semakan, cetakan dan kos | budget | pembaca kedua, bilangan naskhah, kertas, pos | money risk
writing phase
@Pengumpulan | checklist | sumber, teks, gambar, kebenaran | people
@Draf pertama | schedule | bab awal, bab tengah, bab akhir | place
@Pembetulan | checklist | pembaca kedua, fakta, ejaan | risk
@Susun atur dan cetakan | checklist | format, gambar, cetakan percubaan, naskhah | look
Jadual | schedule | akhir pengumpulan, akhir draf, hari cetakan, hari simpanan | time
Kos | budget | kertas, cetakan, jilid, pos | money
writing place
Kulit dan halaman awal | list | tajuk, gambar, kandungan, sambutan | look
Bab utama | table | tajuk, halaman…, penulis… | place
Gambar dan jadual | list | gambar kulit, gambar dalam teks, jadual atau peta | buy
Halaman akhir | list | penghargaan, indeks, hubungi | people
Jadual kerja | schedule | pengumpulan, draf, pembetulan, susun atur, cetakan | time
Cetakan dan kos | budget | kertas, cetakan, jilid, pos | money
business activity
Tawaran dan harga | table | barangan atau khidmat, kandungan, harga… | look food
Pelanggan | list | pelanggan tetap, cara menghubungi mereka, tawaran pembukaan | people
Lesen dan insurans | checklist | pendaftaran, nombor cukai, insurans, akauntan | risk
Premis dan kelengkapan | checklist | pelan lantai, mesin, rak dan kaunter | place buy
Kos dan pendapatan | budget | sewa, kelengkapan, bahan, insurans, simpanan | money
Jadual | schedule | lesen, hiasan, hari percubaan, pembukaan | time weather
business phase
@Idea dan angka | list | tawaran, harga barangan utama…, kos sebulan…, jualan diperlukan… | money
@Lesen dan premis | checklist | pendaftaran, insurans, sewaan, akauntan | risk
@Kelengkapan dan iklan | checklist | kelengkapan, papan tanda, pelanggan pertama | buy people
@Pembukaan | schedule | hari percubaan, hari pembukaan, semakan pertama | time weather
Kos dan pendapatan | budget | sewa, kelengkapan, bahan, insurans, simpanan | money
Tawaran dan harga | table | barangan atau khidmat, kandungan, harga… | look food
business place
Kedai atau bengkel | list | susun atur, mesin, stor, keselamatan | place
Kaunter dan papan tanda | list | senarai harga…, papan tanda, waktu buka | look food
Pejabat kerajaan dan bank | checklist | pendaftaran, cukai, insurans, akaun | risk
Pelanggan dan pembekal | list | pelanggan tetap, pembekal utama…, syarat bayaran | people
Tahun pertama mengikut bulan | schedule | pembukaan, bulan sibuk, bulan tenang | time weather
Kos dan pendapatan | budget | sewa, kelengkapan, bahan, insurans, simpanan | money
other activity
Langkah mengikut turutan | list | langkah pertama, langkah kedua, langkah ketiga, langkah terakhir | look place
Jadual | schedule | permulaan, kerja utama, semakan, penutup | time
Tanda sudah siap | checklist | hasil yang nampak, angka sasaran…, semakan terakhir | people children
Apa yang diperlukan | checklist | barang utama, alatan, maklumat | pack buy food
Kos | budget | bahan, perkhidmatan, simpanan | money
Risiko dan tindakan | list | jika masa tidak cukup, jika kos lebih tinggi, jika pembantu tidak datang | risk weather
other phase
@Permulaan | checklist | keadaan sekarang…, sasaran, keputusan pertama | look people
@Bahagian pertama | schedule | langkah paling mudah, langkah kedua, semakan pertama | place
@Bahagian utama | schedule | langkah terbesar, bantuan orang lain, semakan pertengahan | buy
@Bahagian akhir | schedule | langkah terakhir, semakan penutup, tabiat kemudian | risk
Apa yang diperlukan | checklist | barang utama, alatan, maklumat | pack food
Kos | budget | bahan, perkhidmatan, simpanan | money
other place
Orang | list | ketua…, pembantu…, penasihat… | people children
Tempat | list | tempat utama, stor, jalan ke situ | place look
Barang | checklist | barang utama, alatan, barang ganti | pack buy food
Tarikh | schedule | permulaan, pertengahan, penutup, hari simpanan | time weather
Wang | budget | bahan, perkhidmatan, simpanan | money
Keraguan | list | soalan terbuka, masalah paling kerap, orang untuk ditanya… | risk
"""

TOPICS: Final = """
food | makan makanan daging ikan vegetarian masak kek sarapan nasi kuih minuman resipi dapur halal
money | ringgit wang kos murah mahal harga simpanan bayar bil
sleep | tidur bilik katil hotel homestay malam
travel | kereta bas tren penerbangan perjalanan jalan tiket stesen feri
people | tetamu kawan rakan jiran keluarga orang suami isteri kakak abang pelanggan
children | anak kanak bayi budak sekolah
music | muzik nyanyi koir lagu tarian kompang
decor | bunga belon hiasan kerusi meja khemah
time | tarikh jam mula habis sebelum pukul awal lewat petang minit
risk | hilang rosak gagal salah bahaya takut insurans cukai salinan alahan
clean | bersih kemas sapu sampah
look | lihat lawat muzium pasar gambar pantai tasik
place | dewan rumah kebun bandar jalan kedai pulau
pack | beg pinjam kotak
buy | beli kedai alatan peranti
weather | hujan panas sejuk cuaca
learn | perkataan tatabahasa lagu latihan pelajaran
"""

WISHES: Final = (
    "tidak tak jangan tanpa hanya sahaja mesti perlu boleh mahu suka benci sekurang paling lebih kurang vegetarian "
    "alahan takut dengan sudah"
)
PAST: Final = "tahun lepas|tahun lalu|kali lepas|dahulu"
LEADS: Final = "dengan|tanpa|yang"
# Words by which short goals are known to be in this language.
COMMON: Final = (
    "dan yang di ke dari pada untuk dengan ini itu atau adalah akan oleh dalam saya kami kita tidak juga bagi "
    "semua sebelum selepas rancang belajar tulis anjurkan majlis minggu bulan hari rumah kebun dapur bilik tetamu "
    "keluarga buat perjalanan percutian kenduri pindah baiki sayur air"
)
