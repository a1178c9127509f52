using System.Text.RegularExpressions;
using IwTune.Lab;

namespace IwTune.Agent.Tests.Deploy.Supply;

/// <summary>docs/licences.md lists what is shipped, by the lock files and by what the packages say of themselves.</summary>
public sealed class LicencesTests
{
    // They do their work in a build.
    private static readonly string[] BuildOnly =
    [
        "Meziantou.Analyzer",
        "Microsoft.CodeAnalysis.BannedApiAnalyzers",
        "Microsoft.NET.ILLink.Tasks",
        "PowerShellStandard.Library",
        "System.Drawing.Common",
    ];

    private static readonly string[] Allowed = ["0BSD", "Apache-2.0", "BSD-2-Clause", "BSD-3-Clause", "MIT", "PostgreSQL", "blessing"];

    // A licence that is a file was read by a person: build/bill.py has the same two.
    private static readonly Dictionary<string, string> Read = new(StringComparer.Ordinal)
    {
        ["SQLite"] = "blessing",
        ["Pkcs11Interop"] = "Apache-2.0",
    };

    private static IEnumerable<LockedPackage> Shipped(string project) =>
        LockedPackage.Of(project).Where(package => !BuildOnly.Contains(package.Name, StringComparer.Ordinal));

    [Fact]
    [Trait("Recorded", "yes")]
    public void The_page_is_what_the_lock_files_say()
    {
        var (agent, server) = (Shipped("Agent").ToHashSet(), Shipped("Server").ToHashSet());
        var rows = agent
            .Union(server)
            .OrderBy(package => package.Name, StringComparer.OrdinalIgnoreCase)
            .Select(package =>
                $"| {package.Name} | {package.Version} | {LicenceOf(package)} | {(agent.Contains(package) ? "yes" : "")} | "
                + $"{(server.Contains(package) ? "yes" : "")} |"
            );
        Assert.Null(
            Recorded.Problem(
                "docs/licences.md",
                "packages",
                string.Join(
                    '\n',
                    (string[])["| package | version | licence | agent | server |", "| --- | --- | --- | --- | --- |", .. rows]
                )
            )
        );
    }

    [Theory]
    [InlineData("Agent")]
    [InlineData("Server")]
    [InlineData("Shared")]
    public void A_licence_that_the_project_has_not_allowed_is_noticed(string project) =>
        Assert.DoesNotContain(Shipped(project), package => !Allowed.Contains(LicenceOf(package), StringComparer.Ordinal));

    [Theory]
    [InlineData("Agent")]
    [InlineData("Server")]
    [InlineData("Shared")]
    public void What_was_restored_has_the_hash_of_the_lock_file(string project) =>
        Assert.All(LockedPackage.Of(project), package => Assert.Equal(package.Hash, package.RestoredHash));

    [Fact]
    public void The_bill_of_materials_reads_the_same_licences_from_files()
    {
        var script = File.ReadAllText(Path.Combine(Binaries.Root, "build", "bill.py"));
        Assert.All(
            Read,
            licence => Assert.Contains($"\"{licence.Key.ToLowerInvariant()}\": \"{licence.Value}\"", script, StringComparison.Ordinal)
        );
    }

    [Fact]
    public void Every_project_of_the_solution_has_a_lock_file_with_the_hash_of_each_package()
    {
        var solution = File.ReadAllText(Path.Combine(Binaries.Root, "IwTune.sln"));
        var projects = Regex
            .Matches(solution, "\"([^\"]+\\.csproj)\"", RegexOptions.None, TimeSpan.FromSeconds(5))
            .Select(match => Path.GetDirectoryName(match.Groups[1].Value.Replace('\\', '/'))!)
            .ToList();
        Assert.DoesNotContain(projects, project => !File.Exists(Path.Combine(Binaries.Root, project, "packages.lock.json")));
        Assert.All(
            projects.Select(project => File.ReadAllText(Path.Combine(Binaries.Root, project, "packages.lock.json"))),
            locks => Assert.Equal(Count(locks, "\"resolved\": "), Count(locks, "\"contentHash\": \"[A-Za-z0-9+/]{86}==\""))
        );
    }

    private static int Count(string text, string pattern) => Regex.Count(text, pattern, RegexOptions.None, TimeSpan.FromSeconds(5));

    private static string LicenceOf(LockedPackage package) => package.Licence ?? Read.GetValueOrDefault(package.Name, "none named");
}
