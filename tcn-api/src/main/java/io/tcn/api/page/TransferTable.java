// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.page;

import io.tcn.api.store.TransferView;
import io.tcn.api.why.Cause;
import io.tcn.api.why.TransferCauses;
import java.util.List;
import java.util.Map;
import org.springframework.context.annotation.Lazy;
import org.springframework.stereotype.Component;

/// Transfers in a table, with what those wait for that are not over.
@Lazy
@Component
final class TransferTable {
    /// Rows of a page.
    static final int MOST = 200;

    private final TransferCauses transferCauses;

    TransferTable(TransferCauses transferCauses) {
        this.transferCauses = transferCauses;
    }

    Table<TransferView> of(List<TransferView> page) {
        Map<Long, Cause> causes = transferCauses.of(
                page.stream().filter(transfer -> !transfer.state().isTerminal()).toList());
        return Table.of(
                "transfers",
                "Transfers",
                page,
                List.of(
                        Column.<TransferView>of("id", "Number", Unit.COUNT, TransferView::id)
                                .to(one -> Urls.transfer(one.id())),
                        Column.<TransferView>of("state", "State", Unit.TEXT, TransferView::state)
                                .toned(one -> WorkParts.tone(one.state().name())),
                        Column.of("why", "Why", Unit.TEXT, one -> {
                            Cause cause = causes.get(one.id());
                            return cause == null ? WorkParts.cut(one.reason()) : cause.text();
                        }),
                        Column.of("size", "Size", Unit.BYTES, one -> one.sizeBytes() < 0 ? null : one.sizeBytes()),
                        Column.<TransferView>of("pipe", "Pipe", Unit.TEXT, TransferView::pipeId)
                                .to(one -> Urls.pipe(one.pipeId())),
                        Column.of("attempts", "Attempts", Unit.COUNT, TransferView::attempts),
                        Column.of(
                                "source",
                                "Source",
                                Unit.TEXT,
                                one -> one.source().shown()),
                        Column.of(
                                "destination",
                                "Destination",
                                Unit.TEXT,
                                one -> one.destination().shown()),
                        Column.<TransferView>of("job", "Job", Unit.TEXT, TransferView::jobId)
                                .to(one -> Urls.job(one.jobId())),
                        Column.of("start", "Started (UTC)", Unit.MOMENT, TransferView::startTime),
                        Column.of("over", "Over (UTC)", Unit.MOMENT, TransferView::finishTime)));
    }
}
