// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.codec;

import java.nio.charset.StandardCharsets;
import java.time.Duration;

/// What a stream of events brings.
public sealed interface StreamEvent {
    /// A comment: nothing but a sign of life.
    ///
    /// @param text at most its first 200 characters
    record Comment(String text) implements StreamEvent {}

    /// How long to wait before the stream is opened again, at least.
    ///
    /// @param delay the time
    record Retry(Duration delay) implements StreamEvent {}

    /// An event.
    ///
    /// @param name what its `event` field says, empty if it has none; see [EventName#parse]
    /// @param data its `data` lines with LF between them; not to be changed by anybody
    @SuppressWarnings("ArrayRecordComponent") // data of many megabytes, never compared
    record Message(String name, byte[] data) implements StreamEvent {
        /// The data as text.
        public String text() {
            return new String(data, StandardCharsets.UTF_8);
        }

        /// Name and length.
        @Override
        public String toString() {
            return name + " with " + data.length + " bytes";
        }
    }
}
