"""Malay outlines of everyday matters: meals, purchases, repairs. ``outline_words`` says how they are read."""

from __future__ import annotations

from typing import Final

OUTLINES: Final = """
cooking activity
Menu | list | ? hidangan pembuka, hidangan utama, lauk sampingan, pencuci mulut | food look
Minuman dan meja | list | minuman sejuk, minuman panas, susunan meja | people decor
Hidangan khas | list | hidangan tanpa daging, hidangan tidak pedas, hidangan kanak-kanak | risk children
Senarai beli-belah | checklist | sayur dan buah, bahan utama, susu dan telur, rempah | buy pack
~Jadual memasak | schedule | hari sebelumnya, dua jam sebelum, setengah jam terakhir | time
Kos | budget | bahan utama, sayur, manisan, minuman | money
cooking phase
@Hari awal | schedule | sarapan, bekal tengah hari, makan malam segar | food
@Hari pertengahan | schedule | sup atau gulai, makan malam ringkas, hidangan sejuk | people
@Hari akhir | schedule | lauk berbaki, masakan bakar, manisan | children
Senarai beli-belah | checklist | sayur dan buah, bahan utama, susu dan telur, rempah | buy pack
Masak awal | list | lauk untuk dua hari, lauk untuk dibekukan, sos simpanan | time
Kos | budget | sayur, bahan utama, minuman, simpanan | money
cooking place
Hidangan pembuka | list | ? sup, salad, roti | look
Hidangan utama | list | ? lauk utama, lauk sampingan, kuah | food people
Pencuci mulut dan minuman | list | ? manisan, buah, kopi | children
~Jadual memasak | schedule | hari sebelumnya, dua jam sebelum, setengah jam terakhir | time
Senarai beli-belah | checklist | sayur dan buah, bahan utama, susu dan telur, rempah | buy pack
Kos | budget | bahan utama, sayur, manisan, minuman | money
buying activity
Keperluan | list | kegunaan utama, saiz atau kuasa, ciri wajib | look people
Pilihan | comparison | ? model murah, model sederhana, model terbaik | buy
Kedai dan penjual | list | kedai berdekatan, kedai dalam talian, penjual barang terpakai | place travel
Semakan sebelum bayar | checklist | keadaan barang, dokumen dan jaminan, percubaan, hak pulangan | risk
Jadual | schedule | perbandingan, percubaan, pembelian, penghantaran | time
Kos | budget | harga barang, penghantaran, aksesori, penyelenggaraan setahun | money
buying phase
@Perbandingan | list | kegunaan utama, julat harga…, tiga pilihan | look people
@Percubaan | checklist | kedai atau penjual, percubaan barang, soalan kepada penjual | place travel
@Pembelian | checklist | harga akhir, dokumen dan jaminan, bayaran, penghantaran | risk time
Minggu pertama selepas itu | checklist | pemasangan, ujian semua fungsi, hari akhir pulangan | clean
Pilihan | comparison | ? model murah, model sederhana, model terbaik | buy
Kos | budget | harga barang, penghantaran, aksesori, penyelenggaraan setahun | money
data activity
Data pada setiap peranti | list | telefon…, komputer…, storan awan…, cakera lama… | look place
Folder dan nama | list | folder utama, corak nama fail, folder untuk barang baharu | children
Pemadaman | checklist | fail berganda, fail kabur atau lama, akaun tidak digunakan | clean
Salinan selamat | list | cakera kedua, salinan di luar rumah, hari salinan | risk
Jadual | schedule | pengumpulan, penyusunan, salinan, semakan | time
Kos | budget | cakera, storan awan, bantuan, simpanan | money buy
Panduan keluarga | list | tempat semua fail…, carian, bantuan kecemasan… | people
data phase
@Pengumpulan | checklist | telefon, komputer, kad memori, akaun dalam talian | look
@Penyusunan | schedule | fail berganda, folder mengikut tahun, gambar terbaik | clean place
@Salinan | checklist | cakera kedua, salinan di luar rumah, ujian pemulihan | risk
@Semakan dan tabiat | checklist | contoh fail dibuka, peranti lama, salinan bulanan | time
Panduan keluarga | list | tempat semua fail…, carian, bantuan kecemasan… | people children
Kos | budget | cakera, storan awan, bantuan, simpanan | money buy
report activity
Mesej | list | mesej utama, alasan terkuat, permintaan kepada pendengar | people
Rangka | table | pembukaan, perkara pertama, perkara kedua, penutup | place
Angka dan gambar | list | angka terpenting, carta atau rajah, gambar | look
Teks pembukaan | text | salam, soalan atau cerita, tajuk | children
Jadual | schedule | pengumpulan, draf, latihan, hari itu sendiri | time
Soalan dan peralatan | checklist | soalan yang mungkin, projektor atau cetakan, salinan untuk semua | risk pack buy
report phase
@Pengumpulan | checklist | sumber, angka, contoh, panjang yang diminta | look
@Draf | schedule | rangka, pembukaan, isi utama, penutup | place
@Halaman atau slaid | checklist | gambar, carta, susun atur, ejaan | learn
@Latihan | schedule | percubaan pertama, pemendekan, percubaan dengan pendengar | people time
Soalan dan peralatan | checklist | soalan yang mungkin, projektor atau cetakan, salinan untuk semua | risk pack
Kos | budget | cetakan, gambar, perjalanan, simpanan | money buy
exam activity
Topik | list | topik terpenting, topik lemah…, topik mudah… | look
Jadual mingguan | schedule | ulang kaji pendek setiap hari, kertas latihan, hari rehat | time
Latihan | list | soalan tahun lalu, kad imbasan, penerangan kepada kawan | learn people
Bahan | checklist! | buku teks, nota, senarai formula, alat tulis | pack
Tenang dan tidur | list | waktu tidur, waktu rehat, bantuan jika risau | risk sleep
~Hari peperiksaan | schedule | sarapan, perjalanan, soalan mudah, semakan akhir | travel food
Kos | budget | buku, kelas tambahan, yuran, simpanan | money buy
exam phase
@Gambaran awal | checklist | senarai topik, soalan tahun lalu, topik lemah… | look
@Pembelajaran | schedule | topik utama, topik sukar, kad imbasan | learn
@Latihan | schedule | kertas latihan mengikut masa, pembetulan, ulangan topik | time people
@Hari terakhir | schedule | ulang kaji pendek, beg siap, tidur awal | sleep pack
~Hari peperiksaan | schedule | sarapan, perjalanan, soalan mudah, semakan akhir | travel food
Kos | budget | buku, kelas tambahan, yuran, simpanan | money buy
job activity
Kerja idaman | list | jenis kerja…, kawasan…, waktu kerja…, gaji… | place
Sumber kerja | list | laman kerja, majikan berdekatan, kenalan, pejabat pekerjaan | people look
Dokumen | checklist | resume, sijil, surat sokongan, gambar | pack risk
Surat permohonan | letter | pembukaan, kekuatan, sebab memilih majikan ini | learn
Temu duga | list | kekuatan diri…, soalan yang mungkin, soalan sendiri, pakaian | travel
Jadual | schedule | dokumen, permohonan, temu duga, keputusan | time
job phase
@Dokumen | checklist | resume, surat permohonan, sijil, surat sokongan | pack
@Carian dan permohonan | schedule | laman kerja, permohonan pertama, panggilan telefon, permohonan lain | look
@Temu duga | list | soalan yang mungkin, soalan sendiri, pakaian, perjalanan | people travel
@Keputusan | checklist | kontrak, gaji, notis kerja lama, hari pertama | risk time
Sumber kerja | list | laman kerja, majikan berdekatan, kenalan, pejabat pekerjaan | place
Kos | budget | cetakan dan pos, perjalanan, kursus, simpanan | money buy
health activity
Jadual mingguan | schedule | senaman pagi, jalan petang, hari rehat | time
Makanan | list | ? sarapan, makan tengah hari, makan malam, snek | food
Senaman | list | memanaskan badan, kekuatan, daya tahan, regangan | learn
Angka untuk diukur | table | tarikh…, berat atau sakit…, ulangan atau jarak…, waktu tidur… | look sleep
Halangan dan bantuan | list | nasihat doktor, lapar atau letih, kawan bersama | risk people
Kos | budget | kasut atau alat, kelas, makanan, simpanan | money buy
health phase
@Permulaan | checklist | jumpa doktor, angka hari ini…, tabiat pertama | look
@Minggu awal | schedule | senaman pendek, berjalan kaki, sarapan baharu | learn
@Minggu utama | schedule | senaman lebih lama, hidangan terancang, hari rehat | time
@Kekal begitu | schedule | tabiat tetap, semakan mingguan, ganjaran | people
Makanan | list | ? sarapan, makan tengah hari, makan malam, snek | food
Halangan dan bantuan | list | nasihat doktor, lapar atau letih, kawan bersama | risk sleep
Kos | budget | kasut atau alat, kelas, makanan, simpanan | money buy
care activity
Jadual harian | schedule | awal pagi, tengah hari, petang, malam | time
Makanan dan minuman | list | ? sarapan, hidangan utama, minuman, snek | food
Kesihatan dan keselamatan | list | doktor atau doktor haiwan…, ubat, bahaya di rumah | risk
Barang keperluan | checklist! | katil, mangkuk atau botol, alat mencuci, mainan | pack buy sleep
Penjaga | list | penjaga utama…, pengganti…, nombor kecemasan… | people children
Kos | budget | makanan, kelengkapan, doktor, simpanan | money
care phase
Seminggu sebelum | checklist | bilik dan katil, stok makanan, kunci, arahan | pack buy
@Hari pertama | schedule | ketibaan, berkenalan, malam yang tenang | people
@Hari biasa | schedule | waktu makan, berjalan atau bermain, mencuci | food clean
@Hari terakhir | schedule | hidangan biasa, bilik bersih, laporan kepada keluarga | time children
Kesihatan dan keselamatan | list | doktor atau doktor haiwan…, ubat, bahaya di rumah | risk
Kos | budget | makanan, kelengkapan, doktor, simpanan | money
saving activity
Perbelanjaan sekarang | table | perkara, kos tahun lepas…, kos sasaran… | look place
Jimat cepat | list | perubahan tanpa kos, kontrak lebih murah, tabiat mahal | food
Perubahan besar | list | alat untuk diganti, kontrak untuk ditamatkan, barang untuk dikongsi | buy
Peraturan untuk semua | list | memasak dan mencuci, malam di rumah, pembelian | people children
Jadual | schedule | minggu pertama, bulan pertama, semakan setengah tahun | time
Kos dan jimat | budget | perubahan kecil, perubahan besar, bantuan, simpanan | money
saving phase
@Semakan awal | checklist | bil tahun lalu, perkara terbesar, angka sasaran… | look
@Jimat cepat | list | perubahan tanpa kos, kontrak lebih murah, tabiat mahal | food
@Perubahan besar | schedule | tawaran, alat untuk diganti, kontrak baharu | buy place
@Semakan dan tabiat | checklist | angka yang dicapai, semakan bulanan, langkah seterusnya | time
Peraturan untuk semua | list | memasak dan mencuci, malam di rumah, pembelian | people children
Kos dan jimat | budget | perubahan kecil, perubahan besar, bantuan, simpanan | money
repair activity
Kerosakan | list | tempat rosak…, punca yang mungkin, punca kedua | look place
Alatan dan alat ganti | checklist | alatan, alat ganti, gam atau pelekat, sarung tangan | pack buy
Langkah mengikut turutan | list | menutup bekalan, membuka, bahagian baharu, memasang semula | learn
Had dan keselamatan | list | air atau elektrik ditutup, bahaya, masa memanggil tukang | risk people children
Jadual | schedule | pembelian, pembaikan, pengeringan, ujian | time
Ujian dan kemasan | checklist | ujian pertama, ujian selepas sehari, tempat bersih | clean
Kos | budget | alat ganti, alatan, tukang, simpanan | money
repair phase
@Mencari kerosakan | checklist | tempat rosak…, punca yang mungkin, ukuran bahagian… | look
@Alatan dan alat ganti | checklist | alatan, alat ganti, gam atau pelekat, sarung tangan | pack buy
@Pembaikan | schedule | menutup bekalan, membuka, bahagian baharu, memasang semula | time
@Ujian dan kemasan | checklist | ujian pertama, ujian selepas sehari, tempat bersih | clean
Had dan keselamatan | list | air atau elektrik ditutup, bahaya, masa memanggil tukang | risk people
Kos | budget | alat ganti, alatan, tukang, simpanan | money
games activity
Permainan | list | ? permainan pembuka, permainan utama, permainan kumpulan, permainan tenang | look children
Kumpulan dan mata | list | saiz kumpulan, mata, pengadil, hadiah | people
~Jadual | schedule | sambutan, permainan pertama, rehat, pusingan akhir | time
Tempat dan bahan | checklist | meja, kad atau dadu, pen dan kertas, muzik | place pack buy music
Makanan dan minuman | list | ? snek, minuman, makan malam ringkas | food
Belanjawan | budget | permainan, makanan, hadiah, simpanan | money
games phase
Seminggu sebelum | checklist | jemputan, permainan, hadiah | people
Sehari sebelum | checklist | meja, snek, minuman, bahan | pack buy place
~Pembukaan | schedule | sambutan, kumpulan, permainan pembuka | time
~Permainan utama | schedule | permainan besar, rehat dan makan, permainan kumpulan | food look children
~Penutup | schedule | pusingan akhir, hadiah, kemas semula | clean music
Belanjawan | budget | permainan, makanan, hadiah, simpanan | money
children activity
Jemputan | list | nama kanak-kanak…, hari dan masa…, jawapan sebelum…, teks jemputan | people
Permainan | list | permainan pembuka, permainan dalam rumah, permainan di luar, permainan tenang | children look
Petang | schedule | sambutan, cari harta, kek hari jadi, bersurai | time
Makanan dan minuman | list | ? kek, snek, buah-buahan, minuman | food
Hiasan dan beg hadiah | checklist | belon, meja makan, hadiah permainan, beg kecil untuk tetamu | decor pack buy place
Pembantu | checklist | dapur…, penjaga permainan…, gambar…, kemas semula… | clean weather
Belanjawan | budget | makanan, minuman, hiasan, hadiah, simpanan | money
children phase
Seminggu sebelum | checklist | jemputan, permainan, hadiah | people
Sehari sebelum | checklist | kek, hiasan, beg kecil untuk tetamu, bilik | pack buy decor place
~Permulaan | schedule | sambutan, permainan pembuka | time
~Kek dan permainan | schedule | kek hari jadi, cari harta, permainan tenang | food children look
~Penutup | schedule | makan malam, beg kecil, bersurai | clean music
Belanjawan | budget | makanan, minuman, hiasan, hadiah, simpanan | money
club activity
Nama dan tujuan | list | nama, tujuan, aktiviti pertama | look
Ahli | list | ahli pertama…, cara menghubungi mereka, teks notis | people children
Perjumpaan | schedule | perjumpaan pertama, malam biasa, cuti panjang | time
Tempat dan kelengkapan | checklist | bilik, meja atau alat, almari | place pack buy
Peraturan dan jawatan | list | pengerusi…, bendahari…, pemegang kunci… | risk
Kos dan yuran | budget | bilik, kelengkapan, makan minum, simpanan | money food
club phase
@Persediaan | checklist | nama, tujuan, bilik, ahli pertama | place
@Perjumpaan awal | schedule | sambutan, perkenalan, aktiviti pertama | people
@Perjumpaan biasa | schedule | malam biasa, tetamu, pertandingan kecil | time look
@Ulang tahun pertama | schedule | hari terbuka, ahli baharu, semakan | children
Peraturan dan jawatan | list | pengerusi…, bendahari…, pemegang kunci… | risk
Kos dan yuran | budget | bilik, kelengkapan, makan minum, simpanan | money buy food
selling activity
Iklan | list | tajuk iklan, umur dan keadaan…, harga dan pengambilan…, telefon… | people
Harga | list | harga tawaran serupa…, harga diminta…, harga terendah… | look money
Tempat menjual | list | iklan kecil, peniaga, kenalan, pasar lambak | place travel
Persiapan barang | checklist | pembersihan, pembaikan kecil, gambar, dokumen | clean pack
Jadual | schedule | gambar, iklan, lawatan pembeli, serahan | time
Jualan selamat | checklist | lawatan berdua, bayaran, kontrak bertulis, resit | risk
Kos | budget | pembersihan, pembaikan, iklan, pengangkutan | buy
selling phase
@Persiapan barang | checklist | pembersihan, pembaikan kecil, gambar, dokumen | clean pack
@Tawaran | list | harga diminta…, harga terendah…, teks iklan | look money
@Lawatan pembeli | checklist | janji temu, soalan yang mungkin, percubaan | people time
@Jualan selamat | checklist | bayaran, kontrak bertulis, serahan | risk
Tempat menjual | list | iklan kecil, peniaga, kenalan, pasar lambak | place travel
Kos | budget | pembersihan, pembaikan, iklan, pengangkutan | buy
papers activity
Dokumen diperlukan | checklist | borang, resit, penyata, kad pengenalan | pack look
Pejabat dan penasihat | list | pejabat kerajaan, penasihat…, portal dalam talian | place people
Angka untuk diisi | list | pendapatan…, perbelanjaan…, pulangan dijangka… | children
Jadual | schedule | pengumpulan, pengisian, semakan, hari terakhir | time
Kesilapan dan jalan keluar | list | jika resit hilang, jika tarikh terlepas, jika soalan kurang jelas | risk
Kos | budget | yuran, penasihat, salinan dan pos, simpanan | money buy
papers phase
@Pengumpulan | checklist | borang, resit, penyata, kad pengenalan | pack
@Pengisian | schedule | halaman mudah, angka, soalan terbuka | look children
@Semakan | checklist | jumlah, tandatangan, salinan | risk
@Penghantaran | checklist | hari penghantaran, pengesahan, jawapan, simpanan fail | time
Pejabat dan penasihat | list | pejabat kerajaan, penasihat…, portal dalam talian | place people
Kos | budget | yuran, penasihat, salinan dan pos, simpanan | money buy
planting phase
@Pelan dan tapak | schedule | ukuran batas, rumpai dan batu, kompos | look clean
@Tanah dan laluan | schedule | batas yang digembur, tepi batas, laluan kecil | place
@Menanam dan menyemai | schedule | pokok besar, anak pokok kecil, barisan benih, sungkupan | food
Tanaman dan benih untuk dibeli | checklist | tanaman tempat panas, tanaman tempat teduh, benih, kompos | buy pack
Penjagaan selepas itu | list | siraman setiap minggu, merumput, perlindungan daripada siput | weather
Alatan dan kos | budget | benih, anak pokok, tanah, alatan | money
"""
