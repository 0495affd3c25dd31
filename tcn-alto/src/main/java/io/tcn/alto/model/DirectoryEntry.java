// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.model;

import java.util.List;
import org.jspecify.annotations.Nullable;

/// A resource that a directory lists (RFC 7285 §9.2.2).
///
/// @param id its id
/// @param uri where it is, as written: perhaps relative to the directory's own address
/// @param mediaType type of its answers
/// @param accepts type of the requests; null where it is asked by GET
/// @param capabilities what it can do
/// @param uses ids of the resources that it rests on
public record DirectoryEntry(
        String id,
        String uri,
        MediaType mediaType,
        @Nullable MediaType accepts,
        Capabilities capabilities,
        List<String> uses) {
    public DirectoryEntry {
        uses = List.copyOf(uses);
    }
}
