// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.security;

import java.util.Collection;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Component;
import org.springframework.util.function.SingletonSupplier;

/// From roles and names to rights. Whatever is not given is denied.
@Component
class Rights {
    private static final String PUBLIC = "public";

    private final Map<String, Map<Operation, Level>> roles = new HashMap<>();
    private final Supplier<Grants> grants;

    /// @throws IllegalArgumentException if the rights of a role cannot be read
    Rights(SecurityProperties properties, ObjectProvider<Grants> grants) {
        this.grants = SingletonSupplier.of(() -> grants.getIfAvailable(() -> nobody -> Set.of()));
        properties.roles().forEach((role, text) -> roles.put(role, parse(role, text)));
    }

    /// The rights of a caller.
    Map<Operation, Level> of(String dn, Collection<String> rolesOfCaller) {
        Map<Operation, Level> rights = new EnumMap<>(Operation.class);
        add(rights, roles.getOrDefault(PUBLIC, Map.of()));
        for (String role : rolesOfCaller) {
            // Nobody has the role "public" by saying so; everybody has it.
            add(rights, roles.getOrDefault(role, Map.of()));
        }
        grants.get().of(dn).forEach(operation -> rights.put(operation, Level.ALL));
        Level admin = rights.get(Operation.ADMIN);
        if (admin != null) {
            rights.merge(Operation.CONFIG, admin, Rights::further);
        }
        return rights;
    }

    private static void add(Map<Operation, Level> rights, Map<Operation, Level> more) {
        more.forEach((operation, level) -> rights.merge(operation, level, Rights::further));
    }

    private static Level further(Level one, Level other) {
        return one.includes(other) ? one : other;
    }

    /// Reads FTS's form: `level:operation`, separated by semicolons; the level may be empty (one's own only).
    private static Map<Operation, Level> parse(String role, String text) {
        Map<Operation, Level> rights = new EnumMap<>(Operation.class);
        for (String part : text.split(";")) {
            if (part.isBlank()) {
                continue;
            }
            int colon = part.indexOf(':');
            if (colon < 0) {
                throw unreadable(role, part);
            }
            String level = part.substring(0, colon).strip().toLowerCase(Locale.ROOT);
            String operation = part.substring(colon + 1).strip().toLowerCase(Locale.ROOT);
            rights.merge(operation(role, part, operation), level(role, part, level), Rights::further);
        }
        return rights;
    }

    private static Level level(String role, String part, String word) {
        return switch (word) {
            case "" -> Level.OWN;
            case "vo" -> Level.VO;
            case "all" -> Level.ALL;
            default -> throw unreadable(role, part);
        };
    }

    private static Operation operation(String role, String part, String word) {
        for (Operation operation : Operation.values()) {
            if (operation.ftsName().equals(word)) {
                return operation;
            }
        }
        throw unreadable(role, part);
    }

    private static IllegalArgumentException unreadable(String role, String part) {
        return new IllegalArgumentException("tcn.security.roles." + role + ": \"" + part.strip()
                + "\" is no right; rights are LEVEL:OPERATION with the levels vo, all or none before the colon, and"
                + " the operations transfer, deleg, config, admin, datamanagement");
    }
}
