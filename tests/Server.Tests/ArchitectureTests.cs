using System.Reflection;
using System.Runtime.CompilerServices;
using IwTune.Shared.Tests.Architecture;

namespace IwTune.Server.Tests;

public sealed class ArchitectureTests
{
    private static readonly Assembly Server = Assembly.Load("iwtune-server");

    [Fact]
    public void Every_class_is_sealed_or_static() => Assert.Empty(ClassRules.Open(Server));

    [Fact]
    public void Native_code_is_called_at_one_edge() => Assert.Empty(ClassRules.NativeCalls(Server, "IwTune.Server.Hosting.Linux"));

    [Fact]
    public void The_server_does_not_know_the_agent() =>
        Assert.DoesNotContain(Server.GetReferencedAssemblies(), used => used.Name == "iwtune");

    [Fact]
    public void Only_the_storage_knows_which_databases_there_are() =>
        Assert.Empty(
            from file in Directory.EnumerateFiles(Sources(), "*.cs", SearchOption.AllDirectories)
            where
                !file.Contains("/Storage/Sqlite/", StringComparison.Ordinal)
                && !file.Contains("/Storage/Postgres/", StringComparison.Ordinal)
            from line in File.ReadLines(file)
            where
                line.Contains("Microsoft.Data.Sqlite", StringComparison.Ordinal)
                || line.Contains("SQLitePCL", StringComparison.Ordinal)
                || line.Contains("Npgsql", StringComparison.Ordinal)
            select $"{file}: {line}"
        );

    /// <summary>
    /// Code that reads or writes the store must catch StoreException. A loop that catches the provider's exceptions ends with the first
    /// outage, and the server with it.
    /// </summary>
    [Fact]
    public void Nobody_but_the_storage_and_who_holds_a_connection_of_its_own_waits_for_exceptions_of_a_provider() =>
        Assert.Empty(
            from file in Directory.EnumerateFiles(Path.Combine(Sources(), "Features"), "*.cs", SearchOption.AllDirectories)
            where
                !file.EndsWith("/Servers/Leadership.cs", StringComparison.Ordinal)
                && File.ReadAllText(file).Contains("DbException", StringComparison.Ordinal)
            select file
        );

    private static string Sources([CallerFilePath] string here = "") => Path.Combine(Path.GetDirectoryName(here)!, "../../Server");
}
