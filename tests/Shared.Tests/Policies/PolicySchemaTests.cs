using System.Text.Json.Nodes;
using IwTune.Shared.Policies;

namespace IwTune.Shared.Tests.Policies;

public sealed class PolicySchemaTests
{
    private const string Window = "\"window\":{\"initcwnd\":10}";

    private static bool SchemaAccepts(string json) =>
        new SchemaEvaluator(JsonNode.Parse(PolicySchema.Text)!.AsObject()).Accepts(JsonNode.Parse(json));

    private static bool ReaderAccepts(string json) => PolicyReader.Read(json).Policy is not null;

    public static TheoryData<string> Good =>
        new(
            PolicyReaderTests.ExampleJson,
            Policy($"{Window},\"scopes\":[\"default\"]"),
            Policy($"{Window},\"scopes\":[\"default\"],\"mode\":\"audit\""),
            Policy($"{Window},\"scopes\":[\"default\"],\"confirm\":\"10s\""),
            Policy($"{Window},\"scopes\":[\"default\"],\"confirm\":\"24h\""),
            Policy($"{Window},\"scopes\":[\"default\"],\"limits\":{{\"step\":\"x64\"}}"),
            Policy("\"scopes\":[{\"prefix\":\"2001:db8::/32\",\"window\":{\"initrwnd\":90}}]"),
            Policy("\"scopes\":[{\"interface\":\"bond0.100\",\"window\":{\"initcwnd\":1023}}],\"override\":\"both ends are ours\""),
            Policy($"{Window},\"scopes\":[{{\"table\":100}},{{\"table\":\"local\"}},{{\"table\":\"220\"}}]"),
            Policy("\"window\":\"auto\",\"scopes\":[\"default\",{\"table\":100}]"),
            Policy($"{Window},\"scopes\":[{{\"containers\":\"*\"}},{{\"containers\":\"-namespace:kube-system pod:web*\",{Window}}}]"),
            Policy("\"window\":{\"initcwnd\":\"auto\",\"initrwnd\":90},\"scopes\":[\"default\"],\"auto\":{}"),
            Policy("\"window\":\"auto\",\"scopes\":[\"default\"],\"auto\":{\"min\":2,\"max\":44,\"every\":20,\"period\":\"0s\"}"),
            Policy("\"window\":\"auto\",\"scopes\":[\"default\"],\"auto\":{\"min\":10,\"max\":10,\"every\":1000,\"period\":\"720h\"}"),
            Policy("\"window\":\"learned\",\"scopes\":[{\"prefix\":\"10.0.0.0/8\"}],\"learned\":{\"endpoints\":[\"10.0.0.0/8\"]}"),
            Policy(
                "\"window\":{\"initcwnd\":\"learned\"},\"scopes\":[{\"prefix\":\"2001:db8::/48\"}],"
                    + "\"learned\":{\"endpoints\":[\"10.0.0.0/8\",\"2001:db8::/32\"],\"max\":10,\"expiry\":\"60s\"}"
            )
        );

    public static TheoryData<string> Bad =>
        new(
            "{}",
            "{\"policy\":\"a\"}",
            Policy($"{Window}"),
            Policy("\"scopes\":[\"default\"]"),
            Policy($"{Window},\"scopes\":[]"),
            Policy($"{Window},\"scopes\":\"default\""),
            Policy($"{Window},\"scopes\":[\"everything\"]"),
            Policy($"{Window},\"scopes\":[\"default\",\"default\"]"),
            Policy($"{Window},\"scopes\":[{{\"prefix\":\"10.0.0.0\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"prefix\":\"10.0.0.0/33\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"prefix\":\"0.0.0.0/0\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"prefix\":\"::/0\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"prefix\":\"10.0.0.0/8\",\"interface\":\"eth0\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"table\":254}}]"),
            Policy($"{Window},\"scopes\":[{{\"table\":0}}]"),
            Policy($"{Window},\"scopes\":[{{\"containers\":\"web\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"containers\":\"app:web\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"containers\":\"pod:a\",\"table\":100}}]"),
            Policy($"{Window},\"scopes\":[{{\"table\":\"main\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"table\":100,\"interface\":\"eth0\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"interface\":\"eth 0\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"interface\":\"a/b\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"interface\":\"..\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"interface\":\"abcdefghijklmnop\"}}]"),
            Policy($"{Window},\"scopes\":[\"default\"],\"mode\":\"Enforce\""),
            Policy($"{Window},\"scopes\":[\"default\"],\"modes\":\"audit\""),
            Policy($"{Window},\"scopes\":[\"default\"],\"confirm\":\"9s\""),
            Policy($"{Window},\"scopes\":[\"default\"],\"confirm\":\"25h\""),
            Policy($"{Window},\"scopes\":[\"default\"],\"confirm\":60"),
            Policy($"{Window},\"scopes\":[\"default\"],\"limits\":{{}}"),
            Policy($"{Window},\"scopes\":[\"default\"],\"limits\":{{\"step\":\"x1\"}}"),
            Policy($"{Window},\"scopes\":[\"default\"],\"limits\":{{\"step\":\"x65\"}}"),
            Policy($"{Window},\"scopes\":[\"default\"],\"limits\":{{\"max\":1024}}"),
            Policy("\"window\":{},\"scopes\":[\"default\"]"),
            Policy("\"window\":null,\"scopes\":[\"default\"]"),
            Policy("\"window\":{\"initcwnd\":0},\"scopes\":[\"default\"]"),
            Policy("\"window\":{\"initcwnd\":10.5},\"scopes\":[\"default\"]"),
            Policy("\"window\":{\"initcwnd\":\"10\"},\"scopes\":[\"default\"]"),
            Policy("\"window\":{\"initcwnd\":\"automatic\"},\"scopes\":[\"default\"]"),
            Policy("\"window\":{\"initrwnd\":\"auto\"},\"scopes\":[\"default\"]"),
            Policy("\"window\":\"none\",\"scopes\":[\"default\"]"),
            Policy("\"window\":\"auto\",\"scopes\":[\"default\"],\"auto\":{\"min\":1}"),
            Policy("\"window\":\"auto\",\"scopes\":[\"default\"],\"auto\":{\"min\":11}"),
            Policy("\"window\":\"auto\",\"scopes\":[\"default\"],\"auto\":{\"max\":45}"),
            Policy("\"window\":\"auto\",\"scopes\":[\"default\"],\"auto\":{\"every\":1001}"),
            Policy("\"window\":\"auto\",\"scopes\":[\"default\"],\"auto\":{\"period\":\"30d\"}"),
            Policy("\"window\":\"auto\",\"scopes\":[\"default\"],\"auto\":{\"threshold\":5}"),
            Policy("\"window\":\"learned\",\"scopes\":[{\"prefix\":\"10.0.0.0/8\"}],\"learned\":{}"),
            Policy("\"window\":\"learned\",\"scopes\":[{\"prefix\":\"10.0.0.0/8\"}],\"learned\":{\"endpoints\":[]}"),
            Policy(
                "\"window\":\"learned\",\"scopes\":[{\"prefix\":\"10.0.0.0/8\"}],"
                    + "\"learned\":{\"endpoints\":[\"10.0.0.0/8\"],\"expiry\":\"59s\"}"
            ),
            Policy(
                "\"window\":\"learned\",\"scopes\":[{\"prefix\":\"10.0.0.0/8\"}],\"learned\":{\"endpoints\":[\"10.0.0.0/8\"],\"max\":8}"
            ),
            $"{{\"policy\":\"Edge\",{Window},\"scopes\":[\"default\"]}}",
            $"{{\"policy\":\"a-\",{Window},\"scopes\":[\"default\"]}}",
            $"{{\"policy\":\"{new string('a', 64)}\",{Window},\"scopes\":[\"default\"]}}",
            $"{{\"policy\":10,{Window},\"scopes\":[\"default\"]}}"
        );

    /// <summary>Errors that only the reader detects: the schema accepts these documents, and may accept no other invalid ones.</summary>
    public static TheoryData<string> BeyondSchemas =>
        new(
            Policy($"{Window},\"scopes\":[{{\"prefix\":\"10.1.2.3/8\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"prefix\":\"999.0.0.0/8\"}}]"),
            Policy($"{Window},\"scopes\":[{{\"prefix\":\"10.0.0.0/8\"}},{{\"prefix\":\"10.0.0.0/8\",{Window}}}]"),
            Policy($"{Window},\"scopes\":[{{\"interface\":\"éééééééé\"}}]"),
            Policy($"{Window},\"scopes\":[\"default\"],\"limits\":{{\"max\":4}}"),
            Policy("\"window\":\"learned\",\"scopes\":[\"default\"],\"learned\":{\"endpoints\":[\"10.0.0.0/8\"]}"),
            Policy("\"window\":\"learned\",\"scopes\":[{\"prefix\":\"10.0.0.0/8\"}]"),
            Policy("\"window\":\"auto\",\"scopes\":[{\"table\":\"local\"}]"),
            Policy($"{Window},\"scopes\":[\"default\"],\"auto\":{{}}"),
            Policy("\"window\":\"auto\",\"scopes\":[\"default\"],\"auto\":{\"period\":\"721h\"}"),
            Policy("\"window\":{\"initcwnd\":65},\"scopes\":[\"default\"]"),
            Policy($"{Window},\"scopes\":[\"default\"],\"confirm\":\"9999m\"")
        );

    private static string Policy(string rest) => "{\"policy\":\"a\"," + rest + "}";

    [Theory, MemberData(nameof(Good))]
    public void Both_accept(string json) => Assert.Equal((true, true), (SchemaAccepts(json), ReaderAccepts(json)));

    [Theory, MemberData(nameof(Bad))]
    public void Both_refuse(string json) => Assert.Equal((false, false), (SchemaAccepts(json), ReaderAccepts(json)));

    [Theory, MemberData(nameof(BeyondSchemas))]
    public void Only_the_reader_refuses(string json) => Assert.Equal((true, false), (SchemaAccepts(json), ReaderAccepts(json)));
}
