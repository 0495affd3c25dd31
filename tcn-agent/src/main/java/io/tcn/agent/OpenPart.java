// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow;

/// A part of a file that is open for reading. Its bytes must be subscribed to exactly once, if only to cancel.
///
/// @param fileBytes size of the whole file, or -1 if nobody knows it
/// @param state in which the file is read
/// @param bytes the bytes of the part, or of its beginning
public record OpenPart(long fileBytes, FileState state, Flow.Publisher<List<ByteBuffer>> bytes) {}
