// SPDX-License-Identifier: Apache-2.0
package io.tcn.agent.transfer;

import io.tcn.core.model.TransferFailure;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/// The trace of one attempt. Called on any thread, and after the end as well.
public interface AttemptTrace {
    /// Of an attempt that nobody follows.
    AttemptTrace NONE = new AttemptTrace() {};

    /// What stands in each line of the log that the attempt writes, empty for nothing.
    default String words() {
        return "";
    }

    /// The value of the header `traceparent` of requests to storages (W3C Trace Context), empty for none.
    default Optional<String> parent() {
        return Optional.empty();
    }

    /// A part of the attempt begins, and ends the one before.
    ///
    /// @param name such as `look` and `copy`
    default void part(String name) {}

    /// The attempt is over; what is said later is not heard.
    ///
    /// @param failure why it failed, null if it did not
    default void ended(@Nullable TransferFailure failure) {}
}
