// SPDX-License-Identifier: Apache-2.0
package io.tcn.api.harness;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.StringDeserializer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/// A real broker of the test's own, that can be stopped and started again with all that it kept. It is made of the
/// class path that the build leaves in `target/kafka`, or of what `TCN_TEST_KAFKA_HOME` names, a folder that
/// `tools/kafka resolve` has filled.
public final class TestKafka implements AutoCloseable {
    private static final JsonMapper JSON = new JsonMapper();

    private final Path script;
    private final Path home;
    private final Path folder;
    private final int port;
    private final Map<String, String> variables;
    private final int securedPort;
    private boolean isUp;

    private TestKafka(Path script, Path home, Path folder, int port, Map<String, String> variables, int securedPort) {
        this.script = script;
        this.home = home;
        this.folder = folder;
        this.port = port;
        this.variables = Map.copyOf(variables);
        this.securedPort = securedPort;
    }

    /// A message as it arrived.
    ///
    /// @param id its header `tcn-id`
    /// @param topic without the prefix `transfer.fts_monitoring_`
    public record Received(String id, String topic, String key, JsonNode json) {
        /// Its number in the outbox.
        public long seq() {
            return Long.parseLong(id.substring(0, id.indexOf('@')));
        }
    }

    /// A broker that is not started yet.
    ///
    /// @param folder where it keeps what it has
    public static TestKafka prepare(Path folder) throws IOException {
        return prepare(folder, Map.of(), 0);
    }

    /// One that has a listener with TLS and passwords (SASL_SSL, SCRAM-SHA-512) beside its own.
    ///
    /// @param folder where it keeps what it has; made here
    /// @param pki a folder with `server.pem` and `server.key`
    /// @param user who may use it
    /// @param password of this user
    public static TestKafka prepareSecured(Path folder, Path pki, String user, String password) throws IOException {
        Files.createDirectories(folder);
        Path keys = folder.resolve("broker.pem");
        Files.writeString(
                keys, Files.readString(pki.resolve("server.key")) + Files.readString(pki.resolve("server.pem")));
        Path settings = folder.resolve("secured.properties");
        Files.writeString(settings, """
                listener.security.protocol.map=PLAINTEXT:PLAINTEXT,CONTROLLER:PLAINTEXT,SECURED:SASL_SSL
                listener.name.secured.sasl.enabled.mechanisms=SCRAM-SHA-512
                listener.name.secured.scram-sha-512.sasl.jaas.config=\
                org.apache.kafka.common.security.scram.ScramLoginModule required;
                listener.name.secured.ssl.keystore.type=PEM
                listener.name.secured.ssl.keystore.location=%s
                """.formatted(keys.toAbsolutePath()));
        int secured = TestPorts.one();
        return prepare(
                folder,
                Map.of(
                        "TCN_KAFKA_LISTENERS",
                        "SECURED:" + secured + ":" + secured,
                        "TCN_KAFKA_SETTINGS",
                        settings.toAbsolutePath().toString(),
                        "TCN_KAFKA_USER",
                        user + ":" + password),
                secured);
    }

    private static TestKafka prepare(Path folder, Map<String, String> variables, int secured) throws IOException {
        String named = System.getenv("TCN_TEST_KAFKA_HOME");
        Path home = named == null || named.isBlank() ? Path.of("target", "kafka") : Path.of(named);
        assertThat(home.resolve("classpath"))
                .as("the class path of the broker, which the build writes before it runs tests")
                .isRegularFile();
        Path script = Path.of("..", "tools", "kafka");
        return new TestKafka(
                script.toAbsolutePath().normalize(),
                home.toAbsolutePath(),
                folder,
                TestPorts.pair(),
                variables,
                secured);
    }

    public String bootstrap() {
        return "127.0.0.1:" + port;
    }

    /// The listener with TLS and passwords.
    public String secured() {
        return "127.0.0.1:" + securedPort;
    }

    public void start() throws IOException {
        run("up", home.toString(), folder.toString(), Integer.toString(port));
        isUp = true;
    }

    public void stop() throws IOException {
        run("down", folder.toString());
        isUp = false;
    }

    private void run(String... arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(script.toString()));
        command.addAll(List.of(arguments));
        Path output = Files.createTempFile("kafka", ".txt");
        ProcessBuilder builder =
                new ProcessBuilder(command).redirectErrorStream(true).redirectOutput(output.toFile());
        builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
        builder.environment().putAll(variables);
        Process process = builder.start();
        boolean ended = ended(process);
        assertThat(ended && process.exitValue() == 0)
                .as(() -> command + ": " + read(output))
                .isTrue();
        Files.delete(output);
    }

    private static boolean ended(Process process) {
        try {
            return process.waitFor(4, TimeUnit.MINUTES);
        } catch (InterruptedException stop) {
            Thread.currentThread().interrupt();
            return false;
        }
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException unreadable) {
            return unreadable.toString();
        }
    }

    /// All messages that the broker has now; those of a transfer in the order of arrival.
    public List<Received> messages() {
        List<Received> received = new ArrayList<>();
        Map<String, Object> settings = Map.of("bootstrap.servers", bootstrap(), "auto.offset.reset", "earliest");
        try (KafkaConsumer<String, String> consumer =
                new KafkaConsumer<>(settings, new StringDeserializer(), new StringDeserializer())) {
            List<TopicPartition> partitions = new ArrayList<>();
            consumer.listTopics().forEach((topic, found) -> {
                if (topic.startsWith("transfer.")) {
                    for (PartitionInfo partition : found) {
                        partitions.add(new TopicPartition(topic, partition.partition()));
                    }
                }
            });
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream()
                    .anyMatch(partition -> consumer.position(partition) < ends.getOrDefault(partition, 0L))) {
                consumer.poll(Duration.ofMillis(200)).forEach(record -> received.add(received(record)));
            }
        }
        return received;
    }

    private static Received received(ConsumerRecord<String, String> message) {
        byte[] id = message.headers().lastHeader("tcn-id").value();
        return new Received(
                new String(id, StandardCharsets.US_ASCII),
                message.topic().replace("transfer.fts_monitoring_", ""),
                message.key(),
                JSON.readTree(message.value()));
    }

    @Override
    public void close() throws IOException {
        if (isUp) {
            stop();
        }
    }
}
