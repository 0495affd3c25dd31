// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.store;

import io.tcn.core.model.ExistingFile;
import org.jspecify.annotations.Nullable;

/// What lies at a destination, as a column holds it: the size, and the checksum if it is known, separated by a blank.
final class ExistingText {
    private ExistingText() {}

    static @Nullable String of(@Nullable ExistingFile file) {
        if (file == null) {
            return null;
        }
        return file.checksum() == null ? Long.toString(file.sizeBytes()) : file.sizeBytes() + " " + file.checksum();
    }
}
