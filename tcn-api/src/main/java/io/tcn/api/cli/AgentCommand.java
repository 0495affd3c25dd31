// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.cli;

import io.tcn.agent.remote.AgentConfig;
import io.tcn.agent.remote.RemoteAgent;
import io.tcn.api.agents.AgentsProperties;
import io.tcn.api.runtime.DataPlaneSettings;
import io.tcn.api.runtime.HostName;
import io.tcn.api.runtime.TcnProperties;
import io.tcn.api.runtime.Version;
import java.io.IOException;
import java.io.Reader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.boot.context.properties.source.ConfigurationPropertySources;
import org.springframework.boot.logging.LogLevel;
import org.springframework.boot.logging.LoggingInitializationContext;
import org.springframework.boot.logging.LoggingSystem;
import org.springframework.core.env.MapPropertySource;
import org.springframework.core.env.StandardEnvironment;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/// `agent`: runs the data plane in a process of its own.
@Command(
        name = "agent",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description =
                "Runs an agent: moves files for a server, which gives it work over Kafka. Runs best near a storage.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tcn agent --name cern-1 --brokers kafka1:9092,kafka2:9092 --key-file agents.key",
            "  tcn agent --name cern-1 --config /etc/tcn/agent.properties --near '*.cern.ch' --slots 200",
            "  tcn agent --name pool-7 --config agent.properties --reach '*' --reach file:///pool"
                    + " --set tcn.agent.file-roots=/pool",
            "",
            "The key file is the server's (tcn.agents.key-file): head -c 32 /dev/urandom > agents.key",
            "The config file has KEY=VALUE lines: tcn.agents.* and tcn.agent.* of docs/agents.md and docs/operations.md,",
            "such as tcn.agents.properties[security.protocol]=SSL. Options win over the file.",
        },
        exitCodeListHeading = "%nExit codes:%n",
        exitCodeList = {
            "0:stopped by a signal (SIGTERM, SIGINT), in order: what ran was finished or given back",
            "1:the agent could not start",
            "2:wrong arguments or settings"
        })
final class AgentCommand implements Callable<Integer> {
    private static final int WRONG = 2;
    /// Of the server's log (application.yaml): with the trace of an attempt.
    private static final String LINE =
            "%d{yyyy-MM-dd'T'HH:mm:ss.SSSXXX} %-5level [%thread] %logger{24} : %X{trace}%msg%n%ex";
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    @Option(
            names = "--name",
            paramLabel = "NAME",
            description = "name of this agent, unique among those of the server (default: the host's name)")
    private @Nullable String name;

    @Option(names = "--brokers", paramLabel = "HOST:PORT,...", description = "the Kafka of the server")
    private @Nullable String brokers;

    @Option(names = "--key-file", paramLabel = "FILE", description = "the key that server and agents share")
    private @Nullable Path keyFile;

    @Option(names = "--config", paramLabel = "FILE", description = "settings, as KEY=VALUE lines")
    private @Nullable Path config;

    @Option(
            names = "--reach",
            paramLabel = "PATTERN",
            description =
                    "URLs that it reaches: SCHEME://HOST[:PORT], *.DOMAIN, * or file:///FOLDER; may be given several"
                            + " times (default: *)")
    private List<String> reach = new ArrayList<>();

    @Option(
            names = "--near",
            paramLabel = "PATTERN",
            description = "URLs that it is near to: transfers to these come here first")
    private List<String> near = new ArrayList<>();

    @Option(names = "--slots", paramLabel = "N", description = "how many transfers at once (default: 50)")
    private @Nullable Integer slots;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "any other setting")
    private Map<String, String> set = new LinkedHashMap<>();

    @Override
    public Integer call() throws InterruptedException {
        RemoteAgent agent;
        String shown;
        try {
            StandardEnvironment environment = environment();
            startLog(environment);
            List<String> complaints = new SettingsCheck().complaints(environment);
            if (!complaints.isEmpty()) {
                return refuse(String.join("; ", complaints));
            }
            Binder binder = Binder.get(environment);
            AgentsProperties agents = binder.bindOrCreate("tcn.agents", AgentsProperties.class);
            TcnProperties.Agent plane = binder.bindOrCreate("tcn.agent", TcnProperties.Agent.class);
            agents.check();
            AgentConfig own = own(agents);
            shown = own.name();
            agent = new RemoteAgent(own, DataPlaneSettings.of(plane), agents.access(), agents.topics(), agents.seal());
        } catch (IOException | IllegalArgumentException refused) {
            return refuse(String.valueOf(refused.getMessage()));
        }
        CountDownLatch never = new CountDownLatch(1);
        endOrderly(agent);
        agent.start();
        if (!agent.awaitReady(PATIENCE)) {
            System.err.println("tcn agent: Kafka does not answer yet, it is tried again and again: " + agent.trouble());
        }
        System.out.println("TCN agent " + shown + " runs (instance " + agent.instance() + ", stop with Ctrl-C)");
        System.out.flush();
        never.await();
        return 0;
    }

    private static int refuse(String why) {
        System.err.println("tcn agent: " + why);
        return WRONG;
    }

    private StandardEnvironment environment() throws IOException {
        Map<String, Object> given = new LinkedHashMap<>(set);
        put(given, "tcn.agents.self.name", name);
        put(given, "tcn.agents.brokers", brokers);
        put(given, "tcn.agents.key-file", keyFile);
        put(given, "tcn.agents.self.slots", slots);
        for (int i = 0; i < reach.size(); i++) {
            given.put("tcn.agents.self.reach[" + i + "]", reach.get(i));
        }
        for (int i = 0; i < near.size(); i++) {
            given.put("tcn.agents.self.near[" + i + "]", near.get(i));
        }
        StandardEnvironment environment = new StandardEnvironment();
        environment.getPropertySources().addFirst(new MapPropertySource("options", given));
        if (config != null) {
            Properties file = new Properties();
            try (Reader in = Files.newBufferedReader(config)) {
                file.load(in);
            } catch (IOException unreadable) {
                throw new IOException(
                        "the config file " + config + " cannot be read: "
                                + unreadable.getClass().getSimpleName(),
                        unreadable);
            }
            Map<String, Object> settings = new LinkedHashMap<>();
            file.stringPropertyNames().stream().sorted().forEach(key -> settings.put(key, file.getProperty(key)));
            environment.getPropertySources().addLast(new MapPropertySource("config file", settings));
        }
        environment
                .getPropertySources()
                .addLast(new MapPropertySource("defaults", Map.of("logging.pattern.console", LINE)));
        ConfigurationPropertySources.attach(environment);
        return environment;
    }

    /// As a server's log, on the standard output.
    private static void startLog(StandardEnvironment environment) {
        LoggingSystem log = LoggingSystem.get(AgentCommand.class.getClassLoader());
        log.beforeInitialize();
        log.initialize(new LoggingInitializationContext(environment), null, null);
        log.setLogLevel(LoggingSystem.ROOT_LOGGER_NAME, LogLevel.WARN);
        log.setLogLevel("io.tcn", LogLevel.INFO);
        // A broker that is away is told once by ourselves.
        log.setLogLevel("org.apache.kafka", LogLevel.ERROR);
        log.setLogLevel("org.apache.kafka.clients.NetworkClient", LogLevel.OFF);
    }

    private static void put(Map<String, Object> settings, String key, @Nullable Object value) {
        if (value != null) {
            settings.put(key, value.toString());
        }
    }

    private static AgentConfig own(AgentsProperties agents) {
        AgentsProperties.Self self = agents.self();
        String known = self.name();
        return new AgentConfig(
                known == null ? new HostName().value() : known,
                Version.TEXT,
                self.reach(),
                self.near(),
                self.tokens(),
                self.slots(),
                self.lease(),
                self.beat(),
                self.finish(),
                self.aliveFile());
    }

    /// A signal to end leads to an orderly stop, and that is a success.
    private static void endOrderly(RemoteAgent agent) {
        Runtime.getRuntime()
                .addShutdownHook(Thread.ofPlatform().name("tcn-agent-stop").unstarted(() -> {
                    int code = 1;
                    try {
                        agent.close();
                        code = 0;
                    } finally {
                        System.out.println("TCN agent has stopped");
                        System.out.flush();
                        System.err.flush();
                        Runtime.getRuntime().halt(code);
                    }
                }));
    }
}
