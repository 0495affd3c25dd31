// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cluster;

import io.tcn.api.security.BannedCallers;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;

/// A server that does not lead answers some requests itself, such as those for its metrics. Whom the leader bans is
/// banned there too, from the next look at the lease on.
@Component
final class BansSeen {
    private static final Logger LOG = LoggerFactory.getLogger(BansSeen.class);

    private final Leadership leadership;
    private final ObjectProvider<BannedCallers> banned;

    BansSeen(Leadership leadership, ObjectProvider<BannedCallers> banned) {
        this.leadership = leadership;
        this.banned = banned;
        leadership.afterLook(this::look);
    }

    private void look() {
        if (!leadership.isShared() || leadership.role() != Role.FOLLOWER) {
            return;
        }
        try {
            banned.ifAvailable(BannedCallers::lookAgain);
        } catch (RuntimeException away) {
            LOG.debug("who is banned is not known anew", away);
        }
    }
}
