// SPDX-License-Identifier: Apache-2.0
package io.tcn.cli.context;

import io.tcn.cli.env.Surroundings;
import io.tcn.cli.env.Trouble;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;
import tools.jackson.dataformat.yaml.YAMLMapper;

/// The file of contexts: `$XDG_CONFIG_HOME/tcn/contexts.yaml`, by default below `~/.config`. Only its owner may read
/// it; it is replaced as a whole, so that nobody sees half of it.
public final class ContextFile {
    private static final Set<PosixFilePermission> OWNER =
            EnumSet.of(PosixFilePermission.OWNER_READ, PosixFilePermission.OWNER_WRITE);
    private static final Set<PosixFilePermission> FOLDER = PosixFilePermissions.fromString("rwx------");

    private final Path file;

    private ContextFile(Path file) {
        this.file = file;
    }

    /// That of the user.
    public static ContextFile of(Surroundings surroundings) {
        String config = surroundings.variable("XDG_CONFIG_HOME");
        Path folder = config == null ? surroundings.home().resolve(".config") : Path.of(config);
        return new ContextFile(folder.resolve("tcn").resolve("contexts.yaml"));
    }

    public Path file() {
        return file;
    }

    /// Reads it; no file is no contexts.
    public Contexts read() throws Trouble {
        if (!Files.exists(file)) {
            return new Contexts(null, List.of());
        }
        try {
            JsonNode root = new YAMLMapper().readTree(file);
            if (root.isMissingNode() || root.isNull()) {
                return new Contexts(null, List.of());
            }
            if (!root.isObject()) {
                throw broken("it must have the keys current and contexts");
            }
            List<ServerContext> all = new ArrayList<>();
            for (JsonNode entry : root.path("contexts").values()) {
                all.add(context(entry));
            }
            return new Contexts(text(root, "current"), all);
        } catch (JacksonException unreadable) {
            throw broken(String.valueOf(unreadable.getOriginalMessage())
                    .lines()
                    .findFirst()
                    .orElse("no YAML"));
        }
    }

    private ServerContext context(JsonNode entry) throws Trouble {
        String name = text(entry, "name");
        String url = text(entry, "url");
        if (name == null || url == null) {
            throw broken("each of its contexts needs a name and a url");
        }
        return new ServerContext(
                name, url, text(entry, "ca"), text(entry, "cert"), text(entry, "key"), text(entry, "token-file"));
    }

    private static @Nullable String text(JsonNode object, String key) {
        JsonNode value = object.path(key);
        return value.isString() ? value.stringValue() : null;
    }

    private Trouble broken(String why) {
        return Trouble.failed("the file of contexts " + file + " cannot be read: " + why
                + "; mend it, or remove it and add the contexts anew");
    }

    /// Replaces it.
    public void write(Contexts contexts) throws Trouble {
        YAMLMapper mapper = new YAMLMapper();
        ObjectNode root = mapper.createObjectNode();
        if (contexts.current() != null) {
            root.put("current", contexts.current());
        }
        ArrayNode all = root.putArray("contexts");
        for (ServerContext context : contexts.all()) {
            ObjectNode entry = all.addObject();
            entry.put("name", context.name());
            entry.put("url", context.url());
            put(entry, "ca", context.ca());
            put(entry, "cert", context.cert());
            put(entry, "key", context.key());
            put(entry, "token-file", context.tokenFile());
        }
        try {
            replace(mapper.writeValueAsBytes(root));
        } catch (IOException failed) {
            throw Trouble.failed("the file of contexts " + file + " cannot be written: " + failed.getMessage());
        }
    }

    private void replace(byte[] content) throws IOException {
        Path folder = file.toAbsolutePath().getParent();
        boolean posix = file.getFileSystem().supportedFileAttributeViews().contains("posix");
        if (folder == null) {
            throw new IOException("it has no folder");
        }
        if (!Files.exists(folder)) {
            if (posix) {
                Files.createDirectories(folder, PosixFilePermissions.asFileAttribute(FOLDER));
            } else {
                Files.createDirectories(folder);
            }
        }
        Path fresh = folder.resolve("contexts.yaml." + ProcessHandle.current().pid());
        Files.deleteIfExists(fresh);
        try (SeekableByteChannel channel = posix
                        ? Files.newByteChannel(
                                fresh,
                                Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                                PosixFilePermissions.asFileAttribute(OWNER))
                        : Files.newByteChannel(fresh, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                OutputStream out = Channels.newOutputStream(channel)) {
            out.write(content);
        }
        Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }

    private static void put(ObjectNode entry, String key, @Nullable String value) {
        if (value != null) {
            entry.put(key, value);
        }
    }
}
