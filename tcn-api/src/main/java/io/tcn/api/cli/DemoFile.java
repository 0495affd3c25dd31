// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

/// One file that the demo moves.
///
/// @param name name in the add-transfer request; empty for files submitted by the FTS face
/// @param from letter of the storage that it is read from
/// @param to letter of the storage that it is written to
/// @param sourcePath path at the source
/// @param destinationPath path at the destination
/// @param sizeBytes size
/// @param seed what its content is made from
/// @param after name of the transfer that must finish first; empty for none
record DemoFile(
        String name,
        char from,
        char to,
        String sourcePath,
        String destinationPath,
        long sizeBytes,
        long seed,
        String after) {}
