// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.policy;

import io.tcn.api.runtime.StorageCapacities;
import io.tcn.api.store.policy.OperationLimit;
import io.tcn.api.store.policy.StorageConfig;
import io.tcn.api.store.policy.StorageConfigStore;
import io.tcn.core.model.DeclaredRange;
import io.tcn.core.model.Endpoint;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/// The configuration of storage elements, kept under the names that it was set for. What is set under one name of a
/// storage holds for all its names ([StorageElements#storage]), the least of several; what none says, `*` says. Readers
/// never wait.
@Component
public class StorageConfigs implements StorageCapacities {
    private static final double BITS_PER_MIB = 8.0 * 1024 * 1024;
    private static final Comparator<OperationLimit> ORDER = Comparator.comparing(OperationLimit::storageElement)
            .thenComparing(OperationLimit::vo)
            .thenComparing(OperationLimit::operation);

    private final StorageConfigStore store;
    private final Changes changes;
    private final ConcurrentSkipListMap<String, StorageConfig> configs = new ConcurrentSkipListMap<>();
    private volatile Map<String, List<StorageConfig>> byStorage = Map.of();
    private final ConcurrentSkipListSet<OperationLimit> operations = new ConcurrentSkipListSet<>(ORDER);

    StorageConfigs(StorageConfigStore store, Changes changes) {
        this.store = store;
        this.changes = changes;
    }

    void load() {
        store.configs().forEach(config -> configs.put(config.storageElement(), config));
        index();
        operations.addAll(store.operations());
    }

    /// All configurations, by storage element.
    public List<StorageConfig> configs() {
        return List.copyOf(configs.values());
    }

    /// What is configured of one storage element itself.
    public Optional<StorageConfig> find(String storageElement) {
        return Optional.ofNullable(configs.get(storageElement));
    }

    /// All limits of operations, by storage element, VO and operation.
    public List<OperationLimit> operations() {
        return List.copyOf(operations);
    }

    /// Most connections that read at a storage element; empty for no limit.
    public OptionalInt maxOutbound(String storageElement) {
        Integer max = value(storageElement, StorageConfig::outboundMaxActive);
        return max == null ? OptionalInt.empty() : OptionalInt.of(max);
    }

    /// Most connections that write at a storage element; empty for no limit.
    public OptionalInt maxInbound(String storageElement) {
        Integer max = value(storageElement, StorageConfig::inboundMaxActive);
        return max == null ? OptionalInt.empty() : OptionalInt.of(max);
    }

    @Override
    public boolean isAnySet() {
        return !configs.isEmpty();
    }

    @Override
    public OptionalDouble readBps(Endpoint endpoint) {
        return bps(value(StorageElements.of(endpoint), StorageConfig::outboundMaxThroughput));
    }

    @Override
    public OptionalDouble writeBps(Endpoint endpoint) {
        return bps(value(StorageElements.of(endpoint), StorageConfig::inboundMaxThroughput));
    }

    private static OptionalDouble bps(@Nullable Double mebibytesPerSecond) {
        // More than may be declared elsewhere limits nothing.
        return mebibytesPerSecond == null
                        || mebibytesPerSecond <= 0
                        || mebibytesPerSecond * BITS_PER_MIB > DeclaredRange.MOST_BPS
                ? OptionalDouble.empty()
                : OptionalDouble.of(mebibytesPerSecond * BITS_PER_MIB);
    }

    private <T extends Comparable<T>> @Nullable T value(
            String storageElement, Function<StorageConfig, @Nullable T> key) {
        T least = null;
        for (StorageConfig own : byStorage.getOrDefault(StorageElements.storage(storageElement), List.of())) {
            T set = key.apply(own);
            if (set != null && (least == null || set.compareTo(least) < 0)) {
                least = set;
            }
        }
        StorageConfig all = configs.get(StorageElements.ALL);
        return least != null || all == null ? least : key.apply(all);
    }

    /// Configurations are few and change rarely.
    private void index() {
        byStorage = configs.values().stream()
                .collect(Collectors.groupingBy(config -> StorageElements.storage(config.storageElement())));
    }

    /// Sets configurations and limits of operations, all or none.
    ///
    /// @param limits each replaces the one of its storage element, VO and operation; one of 0 removes it
    public void set(List<StorageConfig> newConfigs, List<NewLimit> limits, String admin) {
        List<Changes.What> parts = new ArrayList<>();
        Map<String, StorageConfig> earlier = new HashMap<>();
        newConfigs.forEach(config -> {
            // One storage may be there twice, under two spellings.
            StorageConfig first = earlier.put(config.storageElement(), config);
            parts.add(new Changes.What(
                    admin,
                    "set-se-config",
                    Words.of(config),
                    () -> Words.orNull(first != null ? first : configs.get(config.storageElement()), Words::keys),
                    () -> Words.keys(config)));
        });
        limits.stream()
                .collect(Collectors.groupingBy(NewLimit::storageElement, LinkedHashMap::new, Collectors.toList()))
                .forEach((storage, ofStorage) -> parts.add(new Changes.What(
                        admin,
                        "set-se-limits",
                        ofStorage.stream().map(Words::of).collect(Collectors.joining("; ")),
                        () -> Words.keys(storage, operationsOf(storage)),
                        () -> Words.keys(storage, operationsWith(storage, ofStorage)))));
        changes.make(
                parts,
                () -> {
                    newConfigs.forEach(store::save);
                    limits.forEach(limit -> {
                        store.remove(limit.toLimit());
                        if (limit.maxConcurrent() > 0) {
                            store.save(limit.toLimit());
                        }
                    });
                },
                () -> {
                    newConfigs.forEach(config -> configs.put(config.storageElement(), config));
                    index();
                    limits.forEach(limit -> {
                        operations.remove(limit.toLimit());
                        if (limit.maxConcurrent() > 0) {
                            operations.add(limit.toLimit());
                        }
                    });
                });
    }

    /// All that is configured of a storage element.
    private Map<String, Object> all(String storage) {
        Map<String, Object> all = Words.set("storage", storage);
        for (Map<String, Object> part : Arrays.asList(
                Words.orNull(configs.get(storage), Words::keys), Words.keys(storage, operationsOf(storage)))) {
            if (part != null) {
                all.putAll(part);
            }
        }
        return all;
    }

    private List<OperationLimit> operationsOf(String storage) {
        return operations.stream()
                .filter(limit -> limit.storageElement().equals(storage))
                .toList();
    }

    private List<OperationLimit> operationsWith(String storage, List<NewLimit> limits) {
        Set<OperationLimit> all = new TreeSet<>(ORDER);
        all.addAll(operationsOf(storage));
        limits.forEach(limit -> {
            all.remove(limit.toLimit());
            if (limit.maxConcurrent() > 0) {
                all.add(limit.toLimit());
            }
        });
        return List.copyOf(all);
    }

    /// A limit of operations to be set, 0 for none.
    public record NewLimit(String storageElement, String vo, String operation, int maxConcurrent) {
        OperationLimit toLimit() {
            return new OperationLimit(storageElement, vo, operation, maxConcurrent);
        }
    }

    /// Takes all that is configured of a storage element back.
    public void remove(String storageElement, String admin) {
        boolean none = !configs.containsKey(storageElement)
                && operations.stream().noneMatch(limit -> limit.storageElement().equals(storageElement));
        if (none) {
            return;
        }
        changes.make(
                new Changes.What(
                        admin, "set-se-config", "deleted " + storageElement, () -> all(storageElement), () -> null),
                () -> store.remove(storageElement),
                () -> {
                    configs.remove(storageElement);
                    index();
                    operations.removeIf(limit -> limit.storageElement().equals(storageElement));
                });
    }
}
