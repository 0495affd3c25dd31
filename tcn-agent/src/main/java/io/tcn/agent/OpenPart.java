// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent;

import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.Flow;
import org.jspecify.annotations.Nullable;

/// A part of a file that is open for reading. Its bytes must be subscribed to exactly once, if only to cancel.
///
/// @param fileBytes size of the whole file, or -1 if nobody knows it
/// @param etag what the end calls this state of the file, null if it does not say
/// @param bytes the bytes of the part
public record OpenPart(long fileBytes, @Nullable String etag, Flow.Publisher<List<ByteBuffer>> bytes) {}
