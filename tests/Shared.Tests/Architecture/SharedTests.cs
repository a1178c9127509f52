using IwTune.Shared.Policies;

namespace IwTune.Shared.Tests.Architecture;

public sealed class SharedTests
{
    [Fact]
    public void Every_class_is_sealed_or_static() => Assert.Empty(ClassRules.Open(typeof(Policy).Assembly));

    [Fact]
    public void No_native_code_is_called() => Assert.Empty(ClassRules.NativeCalls(typeof(Policy).Assembly));

    /// <summary>Shared supports NativeAOT and is used by both sides: it needs the framework and one YAML parser, nothing else.</summary>
    [Fact]
    public void Only_the_framework_and_the_yaml_parser_are_used() =>
        Assert.Equal(
            ["YamlDotNet"],
            typeof(Policy)
                .Assembly.GetReferencedAssemblies()
                .Select(used => used.Name!)
                .Where(name => !name.StartsWith("System.", StringComparison.Ordinal))
        );

    /// <summary>
    /// What people's programs exchange with the server is no business of a host: the daemon stays free of its types and their JSON.
    /// </summary>
    [Fact]
    public void Neither_the_wire_of_hosts_nor_the_daemon_uses_the_API_for_people() =>
        Assert.Empty(
            from file in SourceFile.Product
            where file.IsUnder("Agent", "Shared/Wire") && !file.IsUnder("Agent/Cli")
            where file.Code.Contains("Shared.Fleet", StringComparison.Ordinal)
            select file.Path
        );
}
