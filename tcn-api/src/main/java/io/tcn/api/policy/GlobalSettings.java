// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.store.policy.GlobalConfig;
import io.tcn.api.store.policy.SettingStore;
import io.tcn.core.model.UserId;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// FTS's global settings, per user and for all. Readers never wait.
@Component
public class GlobalSettings {
    private final SettingStore store;
    private final Changes changes;
    private final ConcurrentSkipListMap<String, GlobalConfig> configs = new ConcurrentSkipListMap<>();

    GlobalSettings(SettingStore store, Changes changes) {
        this.store = store;
        this.changes = changes;
        configs.put(GlobalConfig.ALL, GlobalConfig.unset(GlobalConfig.ALL));
    }

    void load() {
        store.globals().forEach(config -> configs.put(config.vo(), config));
    }

    /// What holds for a user: what is set for it, else what is set for all, else FTS's defaults.
    public VoSettings of(UserId user) {
        GlobalConfig all = get(GlobalConfig.ALL);
        GlobalConfig own = get(user.value());
        return new VoSettings(
                Objects.requireNonNullElse(first(own, all, GlobalConfig::retry), 0),
                first(own, all, GlobalConfig::maxTimeQueueHours),
                first(own, all, GlobalConfig::globalTimeoutSeconds),
                first(own, all, GlobalConfig::secPerMb),
                Objects.requireNonNullElse(first(own, all, GlobalConfig::noStreaming), false),
                Objects.requireNonNullElse(first(own, all, GlobalConfig::showUserDn), false));
    }

    private static <T> @Nullable T first(
            GlobalConfig own, GlobalConfig all, Function<GlobalConfig, @Nullable T> value) {
        T set = value.apply(own);
        return set != null ? set : value.apply(all);
    }

    /// What is set for a VO, or for all; with nulls if nothing is.
    public GlobalConfig get(String vo) {
        GlobalConfig config = configs.get(vo);
        return config == null ? GlobalConfig.unset(vo) : config;
    }

    /// All that is set, by VO; those for all are always there.
    public List<GlobalConfig> all() {
        return List.copyOf(configs.values());
    }

    /// Sets all settings of a VO.
    public void set(GlobalConfig config, String admin) {
        changes.make(
                new Changes.What(
                        admin,
                        "set-globals",
                        Words.of(config),
                        () -> Words.orNull(configs.get(config.vo()), Words::keys),
                        () -> Words.keys(config)),
                () -> store.save(config),
                () -> configs.put(config.vo(), config));
    }

    /// Takes the settings of a VO back; [GlobalConfig#ALL] goes back to the defaults.
    public void remove(String vo, String admin) {
        changes.make(
                new Changes.What(
                        admin,
                        "set-globals",
                        "deleted those of " + vo,
                        () -> Words.orNull(configs.get(vo), Words::keys),
                        () -> null),
                () -> store.removeGlobal(vo),
                () -> {
                    configs.remove(vo);
                    configs.putIfAbsent(GlobalConfig.ALL, GlobalConfig.unset(GlobalConfig.ALL));
                });
    }
}
