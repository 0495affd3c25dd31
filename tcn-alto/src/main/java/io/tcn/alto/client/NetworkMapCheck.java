// SPDX-License-Identifier: Apache-2.0
package io.tcn.alto.client;

import io.tcn.alto.client.AltoException.Kind;
import io.tcn.alto.model.InvalidReason;
import io.tcn.alto.model.PidMapDocument;
import io.tcn.alto.model.VersionTag;
import java.util.List;
import java.util.function.Function;

/// Sees to it that an answer about PIDs and the network map that explains them are of one version (RFC 7285
/// §11.3.2.6): on a difference both are read again, twice at most.
final class NetworkMapCheck {
    private static final int REPEATS = 2;

    private final DirectoryKeeper directory;
    private final HeldDocuments<PidMapDocument> networkMaps;

    NetworkMapCheck(DirectoryKeeper directory, HeldDocuments<PidMapDocument> networkMaps) {
        this.directory = directory;
        this.networkMaps = networkMaps;
    }

    /// Asks with a network map at hand; again if what came before did not fit.
    interface Question<T> {
        Answer<T> ask(PidMapDocument networkMap, boolean again) throws AltoException, InterruptedException;
    }

    /// An answer and the network map that it rests on.
    <T> OnNetworkMap<T> matching(
            String id, ServiceKind kind, Function<T, List<VersionTag>> dependent, Question<T> question)
            throws AltoException, InterruptedException {
        ServiceDirectory now = directory.current();
        Service service = DirectoryKeeper.of(now, id, kind);
        String mapId = now.networkMapOf(service)
                .map(Service::id)
                .orElseThrow(() -> new AltoException(Kind.NOT_OFFERED, id + " has no network map to rest on"));
        for (int attempt = 0; ; attempt++) {
            Answer<PidMapDocument> map = networkMaps.get(mapId, attempt > 0);
            Answer<T> answer = question.ask(map.document(), attempt > 0);
            if (isOn(dependent.apply(answer.document()), map.document())) {
                return new OnNetworkMap<>(map, answer);
            }
            if (attempt == REPEATS) {
                throw AltoException.invalid(
                        InvalidReason.VTAG, id + " rests on another version of " + mapId + " than the server gives");
            }
        }
    }

    /// Tags are compared, ids are not: some servers give the network map another id there than in the directory.
    private static boolean isOn(List<VersionTag> dependent, PidMapDocument map) {
        return dependent.stream().anyMatch(tag -> tag.tag().equals(map.vtag().tag()));
    }
}
