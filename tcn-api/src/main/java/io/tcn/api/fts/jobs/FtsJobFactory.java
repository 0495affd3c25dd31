// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.fts.jobs;

import io.tcn.api.fts.FtsException;
import io.tcn.api.fts.FtsNames;
import io.tcn.api.runtime.Directory;
import io.tcn.api.security.Caller;
import io.tcn.api.security.NameUuid;
import io.tcn.api.store.NewJob;
import io.tcn.api.store.NewTransfer;
import io.tcn.core.model.Endpoint;
import io.tcn.core.model.Pipe;
import io.tcn.core.model.PipeKey;
import io.tcn.core.model.Transfer;
import io.tcn.core.model.UserId;
import io.tcn.core.port.TimeSource;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// From a submission that was read to a job that can be stored: pipes, ids, the chain of a multihop job.
@Component
class FtsJobFactory {
    private final Directory directory;
    private final TimeSource time;

    FtsJobFactory(Directory directory, TimeSource time) {
        this.directory = directory;
        this.time = time;
    }

    NewJob job(FtsSubmissionParser.Parsed parsed, Caller caller) {
        UserId user = caller.findUser().orElseThrow(() -> new FtsException(403, "A certificate is needed to submit"));
        Map<PipeKey, Pipe> pipes = pipes(parsed, user);
        boolean multihop = parsed.type() == 'H';
        List<NewTransfer> transfers = new ArrayList<>(parsed.files().size());
        for (int i = 0; i < parsed.files().size(); i++) {
            FtsSubmissionParser.ParsedFile file = parsed.files().get(i);
            Pipe pipe = pipes.get(key(file, user));
            if (pipe == null) {
                throw new FtsException(
                        403,
                        "There is no pipe from " + Endpoint.of(file.source()) + " to "
                                + Endpoint.of(file.destination()) + " for " + user
                                + ": ask the operator to create it");
            }
            boolean lastHop = i == parsed.files().size() - 1;
            Character flag = parsed.overwrite();
            boolean overwrite = flag != null && (flag == 'Y' || (flag == 'M' && !lastHop));
            transfers.add(new NewTransfer(
                    i,
                    pipe.id(),
                    file.source().toString(),
                    file.destination().toString(),
                    file.sizeBytes() > 0 ? file.sizeBytes() : Transfer.UNKNOWN_SIZE,
                    file.checksum(),
                    parsed.checksumMode(),
                    overwrite,
                    parsed.priority(),
                    multihop ? 0 : Math.max(0, parsed.retry()),
                    Duration.ofSeconds(parsed.retryDelaySeconds()),
                    parsed.timeout(),
                    file.activity(),
                    file.metadata() == null ? null : file.metadata().toString(),
                    multihop && i > 0 ? List.of(i - 1) : List.of(),
                    Set.of()));
        }
        return new NewJob(
                id(parsed.sid(), user),
                user,
                caller.dn(),
                caller.delegationId() == null ? "" : caller.delegationId(),
                parsed.type(),
                parsed.maxTimeInQueue() == null ? null : time.now().plus(parsed.maxTimeInQueue()),
                parsed.priority(),
                parsed.retry(),
                parsed.retryDelaySeconds(),
                parsed.metadata()
                        .deepCopy()
                        .put("auth_method", caller.method().ftsName())
                        .toString(),
                parsed.overwrite(),
                parsed.verifyChecksum(),
                multihop
                        ? FtsNames.storageElement(parsed.files().getFirst().source())
                        : common(parsed, file -> FtsNames.storageElement(file.source())),
                multihop
                        ? FtsNames.storageElement(parsed.files().getLast().destination())
                        : common(parsed, file -> FtsNames.storageElement(file.destination())),
                parsed.sourceSpace(),
                parsed.destinationSpace(),
                parsed.internalParams(),
                transfers);
    }

    private Map<PipeKey, Pipe> pipes(FtsSubmissionParser.Parsed parsed, UserId user) {
        Set<PipeKey> keys = parsed.files().stream().map(file -> key(file, user)).collect(Collectors.toSet());
        return directory.pipesFor(keys);
    }

    private static PipeKey key(FtsSubmissionParser.ParsedFile file, UserId user) {
        return new PipeKey(Endpoint.of(file.source()), Endpoint.of(file.destination()), user);
    }

    private static @Nullable String common(
            FtsSubmissionParser.Parsed parsed, Function<FtsSubmissionParser.ParsedFile, String> endpoint) {
        String first = endpoint.apply(parsed.files().getFirst());
        return parsed.files().stream().allMatch(file -> endpoint.apply(file).equals(first)) ? first : null;
    }

    /// FTS's protocol for deterministic ids: Rucio works out the same id from `/whoami`.
    private static String id(@Nullable String sid, UserId user) {
        if (sid == null) {
            return UUID.randomUUID().toString();
        }
        UUID ofUser = NameUuid.version5(NameUuid.FTS_BASE, user.value());
        return NameUuid.version5(ofUser, sid).toString();
    }
}
