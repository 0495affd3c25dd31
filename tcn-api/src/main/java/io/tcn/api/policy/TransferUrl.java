// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.text.StorageUrl;
import io.tcn.core.model.Endpoint;

/// The URL of one end of a transfer, checked.
///
/// @param text as it was given
/// @param endpoint the storage that it leads to
public record TransferUrl(String text, Endpoint endpoint) {
    /// Without what is secret in it.
    @Override
    public String toString() {
        return StorageUrl.shown(text);
    }
}
