// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import org.springframework.stereotype.Component;

/// All that is configured, to be read at the start.
@Component
class Policies {
    private final Bans bans;
    private final GlobalSettings globals;
    private final ActivityShares activityShares;
    private final NameGrants grants;
    private final DrainedHosts drained;
    private final StorageConfigs storages;
    private final Links links;

    Policies(
            Bans bans,
            GlobalSettings globals,
            ActivityShares activityShares,
            NameGrants grants,
            DrainedHosts drained,
            StorageConfigs storages,
            Links links) {
        this.bans = bans;
        this.globals = globals;
        this.activityShares = activityShares;
        this.grants = grants;
        this.drained = drained;
        this.storages = storages;
        this.links = links;
    }

    void load() {
        bans.load();
        globals.load();
        activityShares.load();
        grants.load();
        drained.load();
        storages.load();
        links.load();
    }
}
