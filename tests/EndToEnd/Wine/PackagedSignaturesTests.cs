using System.Reflection.Metadata;
using System.Reflection.PortableExecutable;
using System.Text.RegularExpressions;
using IwTune.Lab;
using IwTune.Testing;

namespace IwTune.EndToEnd.Wine;

/// <summary>The shipped program verifies signatures with .NET's own ECDsa; only the build for Wine's tests does not.</summary>
public sealed partial class PackagedSignaturesTests
{
    private const string Substitute = "BcryptSignature";

    [Fact]
    public void The_shipped_agent_holds_no_substitute_and_the_one_for_wine_does()
    {
        if (Binaries.WindowsMissing is { } reason)
            Lacking.Skip(reason);
        Assert.DoesNotContain(Substitute, ClassesOf(Path.Combine(Binaries.WindowsFolder, "iwtune.exe")));
        Assert.DoesNotContain(Substitute, ClassesOf(Binaries.FrameworkAgent));
        Assert.Contains(Substitute, ClassesOf(Binaries.WineAgent));
    }

    [Fact]
    public void Only_the_build_for_wine_asks_for_it_and_only_the_tests_ask_for_that_build()
    {
        var scripts = Directory
            .EnumerateFiles(Path.Combine(Binaries.Root, "build"), "*.sh")
            .Append(Path.Combine(Binaries.Root, "build.sh"))
            .SelectMany(file => Functions().Matches(File.ReadAllText(file)))
            .ToDictionary(function => function.Groups["name"].Value, function => function.Groups["body"].Value);
        Assert.Equal(["publish_for_wine"], Naming("SignaturesByBcrypt"));
        Assert.Equal(["part_publishes", "verb_quickstarts"], Naming("publish_for_wine").Order(StringComparer.Ordinal));
        Assert.Equal(["part_packages", "test_setup"], Naming("part_publishes").Order(StringComparer.Ordinal));
        Assert.Equal(["verb_fuzz", "verb_test"], Naming("test_setup").Order(StringComparer.Ordinal));

        IEnumerable<string> Naming(string word) =>
            from script in scripts
            where script.Value.Contains(word, StringComparison.Ordinal)
            select script.Key;
    }

    [Fact]
    public void No_project_and_no_file_of_properties_sets_it()
    {
        var files = Directory
            .EnumerateFiles(Binaries.Root, "*.*", new EnumerationOptions { RecurseSubdirectories = true, MaxRecursionDepth = 2 })
            .Where(file =>
                Path.GetExtension(file) is ".csproj" or ".props" or ".targets" or ".pubxml" or ".json" or ".yml"
                && !file.Contains("/artifacts/", StringComparison.Ordinal)
            );
        Assert.Equal(
            ["IwTune.Agent.csproj"],
            from file in files
            where File.ReadAllText(file).Contains("SignaturesByBcrypt", StringComparison.Ordinal)
            select Path.GetFileName(file)
        );
        Assert.DoesNotContain(
            "<SignaturesByBcrypt",
            File.ReadAllText(Path.Combine(Binaries.Root, "Agent/IwTune.Agent.csproj")),
            StringComparison.Ordinal
        );
    }

    private static List<string> ClassesOf(string program)
    {
        using var assembly = new PEReader(File.OpenRead(Path.ChangeExtension(program, ".dll")));
        var metadata = assembly.GetMetadataReader();
        return [.. metadata.TypeDefinitions.Select(type => metadata.GetString(metadata.GetTypeDefinition(type).Name))];
    }

    [GeneratedRegex(@"^(?<name>\w+)\(\) \{\n(?<body>.*?)^\}", RegexOptions.Multiline | RegexOptions.Singleline)]
    private static partial Regex Functions();
}
