"""Malay outlines: the parts of plans by kind of goal and angle. ``outline_words`` says how they are read."""

from __future__ import annotations

from typing import Final

OUTLINES: Final = """
trip activity
Laluan dan pengangkutan | list | persinggahan mengikut turutan, kenderaan, perjalanan paling jauh | travel place
Penginapan | list | kawasan, jenis bilik, bilangan katil | sleep place
Tempat menarik | list | ? bandar lama, pemandangan, muzium untuk hari hujan | look
Makanan | list | ? masakan tempatan, pasar, hidangan istimewa | food
Jadual | schedule | jalan pagi, lawatan utama, makan tengah hari, waktu rehat | time children
Belanjawan | budget | pengangkutan, bilik, makanan, tiket, simpanan | money
Senarai barang dibawa | checklist | dokumen, pakaian, kasut, ubat, pengecas | pack weather
trip phase
Tiga bulan sebelum | checklist | tarikh, pengangkutan, bilik, dokumen | sleep pay
Seminggu sebelum | checklist | beg, wang tunai, kunci untuk jiran, cuaca | pack
@Ketibaan | schedule | jalan ke bilik, siar kaki pertama, kedai makan berdekatan | travel
@Pertengahan | schedule | lawatan utama, pantai atau bukit, pasar, malam yang tenang | look food children place
@Penghujung perjalanan | schedule | tempat kegemaran, cenderamata, beg siap, jalan pulang | weather
Belanjawan | budget | pengangkutan, bilik, makanan, tiket, simpanan | money
trip place
= | schedule | ? bandar lama, pemandangan, gerai, taman | look place
Makanan | list | ? masakan tempatan, sarapan, bekal, hidangan istimewa | food
Penginapan dan pengangkutan | table | malam di setiap bandar, tempat tidur di setiap bandar, kenderaan | sleep travel
Belanjawan | budget | tambang, sewa, makan minum, tiket, simpanan | money
Senarai barang dibawa | checklist | dokumen, pakaian, kasut, ubat, pengecas | pack weather children
stay activity
Penginapan | list | kawasan, jenis penginapan, bilangan katil, harga semalam | sleep place
Perjalanan dan pengangkutan | list | perjalanan pergi, jalan ke penginapan, kereta sewa atau bas, jalan pulang | travel
Tempat menarik | list | ? bandar lama, pemandangan, muzium untuk hari hujan | look
Makanan | list | ? masakan tempatan, sarapan, hidangan istimewa | food
Jadual | schedule | jalan pagi, lawatan utama, makan tengah hari, waktu rehat | time children
Belanjawan | budget | pengangkutan, penginapan, makanan, tiket, simpanan | money
Senarai barang dibawa | checklist | dokumen, pakaian, kasut, ubat, pengecas | pack weather
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
Makanan | list | ? masakan tempatan, sarapan, hidangan istimewa | food
Belanjawan | budget | tambang, penginapan, makan minum, tiket, simpanan | money
Senarai barang dibawa | checklist | dokumen, pakaian, kasut, ubat, pengecas | pack weather children
tour activity
Peringkat perjalanan | schedule | bertolak pagi, rehat tengah hari, tempat bermalam | travel time look
Tempat bermalam | list | pondok atau khemah, bilangan katil, makan malam, harga semalam | sleep place
Makanan dan air | list | ? sarapan, bekal harian, makan malam, air | food
Kelengkapan | checklist | kasut, baju hujan, peta, peti kecemasan, lampu suluh | pack weather
Keselamatan | list | cuaca untuk menunggu, jalan pintas keluar, nombor kecemasan | risk children
Belanjawan | budget | pengangkutan, tempat tidur, makanan, kelengkapan, simpanan | money
tour phase
Seminggu sebelum | checklist | tempat bermalam, peta dan laluan, ramalan cuaca, kelengkapan yang kurang | sleep pay
Sehari sebelum | checklist | beg galas, bekal makanan, telefon dicas, laluan untuk kawan | pack
@Peringkat awal | schedule | perjalanan ke tempat mula, laluan mudah pertama, tempat bermalam | travel
@Peringkat tengah | schedule | laluan paling sukar, rehat tengah hari, makan malam di pondok | look food children place
@Peringkat akhir | schedule | laluan terakhir, jalan ke stesen, perjalanan pulang | weather
Belanjawan | budget | pengangkutan, tempat tidur, makanan, kelengkapan, simpanan | money
tour place
@Peringkat awal | schedule | perjalanan ke tempat mula, laluan mudah pertama, tempat bermalam | travel
@Peringkat tengah | schedule | laluan paling sukar, rehat tengah hari, makan malam di pondok | look place
@Peringkat akhir | schedule | laluan terakhir, jalan ke stesen, perjalanan pulang | travel
Tempat bermalam | list | pondok atau khemah, bilangan katil, makan malam, harga semalam | sleep
Makanan dan air | list | ? sarapan, bekal harian, makan malam, air | food
Kelengkapan | checklist | kasut, baju hujan, peta, peti kecemasan, lampu suluh | pack weather children
Belanjawan | budget | pengangkutan, tempat tidur, makanan, kelengkapan, simpanan | money
celebration activity
Senarai tetamu dan jemputan | letter | siapa datang, hari dan tempat, jawapan sebelum bila | people
Menu dan minuman | list | ? hidangan pembuka, hidangan utama, pencuci mulut, kuih, minuman | food
Aturcara | schedule | sambutan, jamuan, ucapan, doa, bersurai | time
Muzik dan permainan | list | lagu pembuka, lagu bersama, permainan untuk semua | music children look
Tempat duduk dan hiasan | list | meja, susunan kerusi, bunga, lampu | decor place
Belanjawan | budget | makanan, minuman, sewa, hiasan, simpanan | money
Pembantu | checklist | dapur, minuman, kanak-kanak, kemas semula | clean weather
celebration phase
Dua bulan sebelum | checklist | senarai tetamu, jemputan, tempat, khemah | people time
Seminggu sebelum | checklist | bahan masakan, minuman, meja dan kerusi, pembantu | food pack
Pagi | schedule | meja, hiasan, masakan, ujian bunyi | decor place
Petang | schedule | sambutan tetamu, jamuan, permainan, gambar | children look
Malam | schedule | makan malam, ucapan, lagu, bersurai | music
Belanjawan | budget | makanan, minuman, sewa, hiasan, simpanan | money
Sehari selepas | checklist | kemas semula, barang pinjaman, ucapan terima kasih | clean weather
celebration place
Dapur dan bufet | list | ? hidangan, pinggan, giliran memasak, minuman | food
Meja dan tempat duduk | table | siapa duduk di mana, alas meja, bunga | people decor place
Ruang acara | list | muzik, ucapan, lampu, permainan | music look
Sudut kanak-kanak | list | permainan, lukisan, tempat tenang | children
Aturcara | schedule | sambutan, jamuan, bersurai, siapa menyambut | time weather
Belanjawan dan kemasan | budget | makanan, minuman, sewa, hiasan, simpanan | money clean
event activity
Peserta dan jemputan | letter | siapa dijemput, cara mendaftar, jawapan sebelum bila | people
Aturcara hari itu | schedule | pembukaan, acara utama, rehat, penutup | time look music
Tempat dan peralatan | checklist | kerusi, alat bunyi, papan tanda, bahan | place pack buy decor
Tugas dan pembantu | table | siapa mengetuai, siapa menyambut, siapa mencatat | children clean risk
Makanan dan minuman | list | ? kopi, kuih, air | food
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
Langkah pertama | list | asas, perkara paling kerap, kejayaan pertama | learn
Latihan | list | latihan mudah, latihan sukar, latihan campuran | learn
Bahan | comparison | buku, kursus percuma, rakaman | pack buy money
Latihan bersama | list | rakan, kumpulan, persembahan kecil | people
Ujian | checklist | ujian bulanan, apa yang mesti betul, apa yang diulang | risk
learning phase
@Langkah pertama | schedule | asas, perkataan atau gerakan pertama, amalan harian | learn
@Asas kukuh | schedule | peraturan, latihan lebih panjang, kesilapan dibetulkan | learn
@Amalan | schedule | tugasan sebenar, perbualan atau permainan, kelancaran | people
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
Kelengkapan | checklist | kasut, pakaian, jam, air | pack buy money
Kesihatan dan rehat | list | tidur, sakit tanda berhenti, hari rehat | risk sleep
Hari itu sendiri | schedule | sarapan, perjalanan, memanaskan badan, rentak | travel weather
training phase
@Membiasakan diri | schedule | sesi ringan, rehat berjalan, regangan | learn
@Membina | schedule | sesi lebih panjang, bukit, kekuatan | learn
@Minggu paling berat | schedule | sesi paling panjang, rentak sasaran, rehat | food
@Minggu terakhir | schedule | sesi lebih pendek, tidur, ujian kelengkapan | sleep
Hari itu sendiri | schedule | sarapan, perjalanan, memanaskan badan, rentak | travel weather
Kelengkapan | checklist | kasut, pakaian, jam, air | pack buy money
technical activity
Senarai peranti | table | peranti, perkhidmatan, data, akaun | look
Jadual | schedule | persediaan, salinan, pertukaran, semakan | time
Salinan dan jalan balik | checklist | salinan penuh, ujian pemulihan, bila berpatah balik | risk
Tetapan | list | rangkaian, nama, pengguna, kebenaran | place
Senarai ujian | checklist | setiap perkhidmatan, capaian dari luar, mula semula | people
Senarai beli dan kos | budget | peranti, kabel, cakera, simpanan | money buy
Panduan untuk isi rumah | text | letak barang, bantuan jika rosak, siapa ditanya | children
technical phase
@Senarai dan salinan | checklist | peranti, perkhidmatan, salinan penuh, ujian pemulihan | risk
@Persediaan | checklist | peranti baharu, kemas kini, rangkaian, akaun | buy
@Hari pertukaran | schedule | salinan terakhir, satu perkhidmatan demi satu, nama baharu | time
@Ujian dan kemasan | checklist | setiap perkhidmatan, capaian dari luar, peranti lama ditutup | clean
Jalan balik | list | bila berpatah balik, apa dipulihkan dahulu, siapa diberitahu | people
Senarai beli dan kos | budget | peranti, kabel, cakera, simpanan | money
technical place
Peranti lama | list | apa berjalan di situ, apa diselamatkan, bila ditutup | look
Peranti baharu | list | apa berjalan di situ, tetapan, tempat dan elektrik | buy place
Rangkaian dan capaian | list | alamat, tanpa wayar, capaian dari luar | travel
Data dan salinan | table | apa ada di mana, saiz, salinan kedua | risk
Jadual dan orang | schedule | salinan, pertukaran, panduan pendek, siapa diberitahu | time people children
Kos | budget | peranti, kabel, cakera, simpanan | money
moving activity
Jadual | schedule | notis, pembungkusan, hari pindah, serahan | time
Senarai kotak ikut bilik | checklist | dapur, bilik tidur, buku, stor | pack
Lori dan pembantu | list | saiz lori, siapa mengangkat, makanan pembantu | people travel food
Alamat dan kontrak | checklist | pos, bank, elektrik, internet | risk
Perabot | table | apa dibawa, apa diberi, di mana diletak | place clean
Belanjawan | budget | lori, kotak, deposit, pembaikan, simpanan | money
moving phase
@Mengasingkan dan notis | checklist | kontrak, barang untuk diberi, lori | risk pay
@Membungkus ikut bilik | checklist | kotak, label, apa dibungkus akhir sekali | pack
@Hari pindah | schedule | sarapan pembantu, memuat, perjalanan, memunggah | people travel food
@Menyusun rumah | checklist | katil dahulu, alamat baharu, pembaikan rumah lama | clean place
Alamat dan kontrak | checklist | pos, bank, elektrik, internet | time
Belanjawan | budget | lori, kotak, deposit, pembaikan, simpanan | money
moving place
Dapur dan stor | checklist | pinggan, bekalan untuk dihabiskan, alatan, basikal | food clean
Ruang tamu dan bilik tidur | checklist | perabot, buku, pakaian, katil | pack sleep
Hari pindah | schedule | sarapan pembantu, memuat, perjalanan, memunggah | time people
Rumah lama | checklist | pembaikan, bacaan meter, serahan kunci | risk
Rumah baharu | checklist | tempat perabot, lampu, nama di pintu | place people
Perjalanan dan kos | budget | lori, minyak, kotak, simpanan | money travel
tidying activity
Apa yang kekal | list | digunakan setiap bulan, ikut musim, kenangan | look
Apa yang pergi | table | jual, beri, kitar semula, buang | clean
Tempat setiap barang | list | rak, cangkuk, kotak berlabel, lantai kosong | place
Jadual | schedule | keluarkan, asingkan, sapu, susun semula | time
Alatan dan bekalan | checklist | kotak, label, sarung tangan, beg sampah | pack
Pembantu dan kos | budget | makanan pembantu, rak, cangkuk, pelupusan | money people
tidying phase
Sebelum | checklist | kotak, label, tempat mengasingkan, pembantu | pack people
@Mengeluarkan dan mengasingkan | schedule | semua keluar, simpan, beri, buang | clean
@Menyusun semula | schedule | menyapu, rak, kotak berlabel, lantai kosong | place
Selepas | checklist | pelupusan, barang dijual, peraturan barang baharu | time
Alatan dan kos | budget | kotak, rak, cangkuk, pelupusan | money buy
tidying place
Lantai dan sudut | list | barang besar, apa yang menghalang, menyapu | clean
Rak dan almari | list | apa yang kekal, kotak, label | look
Dinding dan siling | list | cangkuk, tangga, barang jarang guna | place
Kotak tanpa nama | list | kandungan, simpan atau beri, label | pack
Jadual | schedule | keluarkan, asingkan, sapu, susun semula | time
Alatan dan kos | budget | kotak, rak, cangkuk, pelupusan | money buy
building activity
Rupa akhir | list | saiz, susun atur, bahan, warna | look
Bahan dan alatan | checklist | bahan utama, bahagian kecil, alatan, keselamatan | pack buy
Jadual | schedule | persediaan, kerja kasar, kerja halus, semakan | time
Siapa buat apa | table | kerja sendiri, pembantu, tukang | people children
Belanjawan | budget | bahan, alatan, tukang, simpanan | money
Risiko | list | kelewatan, habuk dan bising, apa dibuat sementara itu | risk clean
building phase
@Lukisan dan pembelian | checklist | ukuran, lukisan, bahan, tarikh | look buy
@Persediaan dan kerja kasar | schedule | barang lama keluar, tapak, paip atau wayar | clean
@Kerja utama | schedule | pemasangan, sambungan, permukaan | people children
@Kemasan | checklist | butiran, pembersihan, ujian, kecacatan | risk
Bahan dan alatan | checklist | bahan utama, bahagian kecil, alatan | pack
Belanjawan | budget | bahan, alatan, tukang, simpanan | money
building place
Tapak dan rangka | list | ukuran, bahan, cara diikat | place
Permukaan | list | dinding, lantai, cat atau penutup | look
Wayar dan air | list | kabel, lampu, paip, siapa boleh buat | risk
Kelengkapan dan butiran | list | kelengkapan, bahagian kecil, sentuhan akhir | buy
Jadual | schedule | persediaan, kerja kasar, kerja halus, semakan | time
Belanjawan | budget | bahan, alatan, tukang, simpanan | money
garden activity
Batas tanaman | table | apa tumbuh di mana, tanaman bersebelahan, cahaya | place
Tanaman | list | ? tuaian awal, tuaian tengah, tuaian akhir | look food
Kalendar | schedule | menyemai, menanam, menjaga, menuai | time weather
Tanah dan air | list | kompos, sungkupan, siraman mingguan | clean
Alatan dan benih | checklist | cangkul, penyodok, benih, jaring | pack buy
Belanjawan | budget | benih, anak pokok, tanah, alatan | money
garden phase
@Permulaan | schedule | tanah, semaian, tanaman pertama | look
@Pertumbuhan | schedule | memindahkan anak pokok, merumput, menyiram | weather
@Tuaian | schedule | tuaian, semaian kedua, menyiram | food
@Penghujung | schedule | tuaian akhir, simpanan, membaiki tanah | clean
Batas tanaman | table | apa tumbuh di mana, tanaman bersebelahan, cahaya | place
Alatan dan kos | budget | benih, anak pokok, tanah, alatan | money buy
writing activity
Kandungan | table | bab mengikut turutan, halaman setiap bab, siapa memberi apa | place look
Pembukaan | text | sambutan, tujuan, cara guna | people
Gaya | list | nada, panjang, nama dan ejaan, gambar | children
Pengumpulan | checklist | teks, gambar, kebenaran, jawapan sebelum bila | buy
Jadual | schedule | pengumpulan, draf, pembetulan, susun atur, cetakan | time
Semakan, cetakan dan kos | budget | pembaca kedua, bilangan naskhah, kertas, pos | money risk
writing phase
@Pengumpulan | checklist | sumber, teks, gambar, kebenaran | people
@Draf pertama | schedule | bab mengikut turutan, bahagian kosong ditanda, panjang | place
@Pembetulan | checklist | pembaca kedua, fakta, ejaan | risk
@Susun atur dan cetakan | checklist | format, gambar, cetakan percubaan, naskhah | look
Jadual | schedule | tarikh, siapa diingatkan, hari simpanan | time
Kos | budget | kertas, cetakan, jilid, pos | money
writing place
Kulit dan halaman awal | list | tajuk, gambar, kandungan, sambutan | look
Bab utama | table | tajuk, halaman setiap tajuk, siapa memberi apa | place
Gambar dan jadual | list | letak di mana, sumber, kapsyen | buy
Halaman akhir | list | penghargaan, indeks, hubungi | people
Jadual kerja | schedule | pengumpulan, draf, pembetulan, susun atur, cetakan | time
Cetakan dan kos | budget | kertas, cetakan, jilid, pos | money
business activity
Tawaran dan harga | table | ? apa dijual, harga, masa diperlukan | look food
Pelanggan | list | siapa mereka, bagaimana mereka tahu, tawaran pertama | people
Lesen dan insurans | checklist | pendaftaran, cukai, insurans, soalan untuk akauntan | risk
Premis dan kelengkapan | checklist | susun atur, mesin, apa boleh ditangguh | place buy
Kos dan pendapatan | budget | sewa, kelengkapan, bahan, insurans, simpanan | money
Jadual | schedule | lesen, hiasan, hari percubaan, pembukaan | time weather
business phase
@Idea dan angka | list | tawaran, harga, kos, jualan yang cukup | money
@Lesen dan premis | checklist | pendaftaran, insurans, sewaan, soalan untuk akauntan | risk
@Kelengkapan dan iklan | checklist | kelengkapan, papan tanda, pelanggan pertama | buy people
@Pembukaan | schedule | hari percubaan, pembukaan, apa yang diubah | time weather
Kos dan pendapatan | budget | sewa, kelengkapan, bahan, insurans, simpanan | money
Tawaran dan harga | table | ? apa dijual, harga, masa diperlukan | look food
business place
Kedai atau bengkel | list | susun atur, mesin, stor, keselamatan | place
Kaunter dan papan tanda | list | senarai harga, papan tanda, waktu buka | look food
Pejabat kerajaan dan bank | checklist | pendaftaran, cukai, insurans, akaun | risk
Pelanggan dan pembekal | list | siapa mereka, hubungan pertama, syarat | people
Tahun pertama mengikut bulan | schedule | pembukaan, bulan sibuk, bulan tenang | time weather
Kos dan pendapatan | budget | sewa, kelengkapan, bahan, insurans, simpanan | money
other activity
Keadaan sekarang | list | apa yang ada, apa yang kurang, angka | look place
Jadual | schedule | permulaan, kerja utama, semakan, penutup | time
Siapa buat apa | table | bahagian sendiri, pembantu, siapa ditanya | people children
Bahan dan alatan | checklist | apa yang ada, apa yang dibeli, apa yang dipinjam | pack buy food
Kos | budget | bahan, perkhidmatan, simpanan | money
Risiko dan jalan keluar | list | apa boleh gagal, tandanya, apa dibuat kemudian | risk weather
other phase
@Permulaan | checklist | keadaan sekarang, angka, keputusan pertama | look people
@Bahagian pertama | schedule | langkah paling mudah, hasil awal, siapa buat apa | place
@Bahagian utama | schedule | kerja terbesar, semakan pertengahan, pembantu | buy
@Bahagian akhir | schedule | baki kerja, semakan penutup, peraturan selepas ini | risk
Bahan dan alatan | checklist | apa yang ada, apa yang dibeli, apa yang dipinjam | pack food
Kos | budget | bahan, perkhidmatan, simpanan | money
other place
Orang | table | siapa terlibat, tugas, siapa diberitahu | people children
Tempat | list | lokasi, apa mesti siap, jalan ke situ | place look
Barang | checklist | apa yang ada, apa yang dibeli, apa yang dipinjam | pack buy food
Tarikh | schedule | permulaan, pertengahan, penutup, hari simpanan | time weather
Wang | budget | bahan, perkhidmatan, simpanan | money
Keraguan | list | soalan terbuka, apa boleh gagal, siapa tahu | risk
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
