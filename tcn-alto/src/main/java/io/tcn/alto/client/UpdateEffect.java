// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import java.time.Duration;
import java.util.List;

/// What follows from an event of an update stream.
sealed interface UpdateEffect {
    /// The first event came: the stream can be relied on.
    record Started() implements UpdateEffect {}

    /// New contents, consistent with each other, to be applied as one.
    record Changed(List<SubstreamContent> contents) implements UpdateEffect {}

    /// All that is followed is as it was published last.
    record Confirmed() implements UpdateEffect {}

    /// The copy of a substream is lost: a full copy is needed, under a new id.
    record Resync(String substream, String why) implements UpdateEffect {}

    /// The server wants to be left alone so long after the stream ends.
    record RetryFloor(Duration delay) implements UpdateEffect {}

    /// The stream is of no more use.
    record Close(String why) implements UpdateEffect {}
}
