// SPDX-License-Identifier: Apache-2.0
package io.tcn.core.optimizer.job;

/// The files of a job that are tuned together, because they are of like size.
///
/// @param files how many, zero or more
/// @param bytes their sizes summed
public record FileClass(long files, double bytes) {
    public FileClass {
        if (files < 0 || !(bytes >= 0) || Double.isInfinite(bytes)) {
            throw new IllegalArgumentException(
                    "a class has zero or more files and bytes, given were " + files + " files, " + bytes + " bytes");
        }
    }

    /// Whether nothing of it is left.
    public boolean isEmpty() {
        return files == 0;
    }

    /// Mean size in bytes; 0 where there is no file.
    public double meanBytes() {
        return files == 0 ? 0 : bytes / files;
    }
}
