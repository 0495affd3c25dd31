// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import io.tcn.core.model.AttemptId;
import io.tcn.core.model.PipeId;
import io.tcn.core.model.PipeTuning;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.TransferId;
import io.tcn.core.model.TransferOptions;
import io.tcn.core.port.Attempt;
import io.tcn.core.port.EarlierWrite;
import java.net.URI;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/// Transfers of one pipe between two storages, and their first attempts, for tests in which nothing is copied.
public final class TestAttempts {
    public static final PipeId PIPE = PipeId.of("p");

    private TestAttempts() {}

    public static Transfer transfer(long number, TransferOptions options) {
        return new Transfer(
                TransferId.of(number),
                PIPE,
                URI.create("https://a.example.org/" + number),
                URI.create("https://b.example.org/" + number),
                -1,
                3,
                Set.of(),
                options);
    }

    /// Names the first attempt of a transfer.
    public static AttemptId firstOf(long transfer) {
        return new AttemptId(TransferId.of(transfer), 1);
    }

    /// The first attempt of a transfer, with one connection.
    public static Attempt first(long transfer) {
        return first(transfer, null);
    }

    /// @param earlier what may be left of an earlier write; null for nothing
    public static Attempt first(long transfer, @Nullable EarlierWrite earlier) {
        return new Attempt(
                firstOf(transfer), transfer(transfer, TransferOptions.DEFAULT), 1, PipeTuning.of(1), earlier);
    }
}
