// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.local;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/// What file systems differ in.
interface Disk {
    /// The file systems of this machine.
    Disk REAL = new Disk() {
        @Override
        public void link(Path name, Path file) throws IOException {
            Files.createLink(name, file);
        }

        @Override
        public void force(FileChannel file) throws IOException {
            file.force(true);
        }

        @Override
        public void sync(Path folder) throws IOException {
            try (FileChannel channel = FileChannel.open(folder, StandardOpenOption.READ)) {
                channel.force(true);
            }
        }
    };

    /// Gives a file a second name; fails where there is one of that name, or no such thing as a second name.
    void link(Path name, Path file) throws IOException;

    /// Forces what was written to the disk, which takes minutes for a large file on a busy one.
    void force(FileChannel file) throws IOException;

    /// Forces the names in a folder to the disk.
    void sync(Path folder) throws IOException;
}
