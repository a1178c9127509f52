using IwTune.Lab;

namespace IwTune.Benchmarks.Product;

/// <summary>The product's two programs as they are shipped, built on first use when older than their source.</summary>
internal static class Shipped
{
    private static readonly Lazy<string> MadeAgent = new(MakeAgent);
    private static readonly Lazy<string> MadeServer = new(MakeServer);

    /// <summary>The native agent, at the path that <c>./build.sh pack</c> also uses.</summary>
    public static string Agent => MadeAgent.Value;

    /// <summary>The server, built for release.</summary>
    public static string Server => MadeServer.Value;

    private static string MakeAgent()
    {
        var framework = Commands
            .Run("dotnet", ["msbuild", Path.Combine(Binaries.Root, "TFMs.props"), "-getProperty:ShippedAgentFramework"])
            .Trim();
        var folder = Path.Combine(Binaries.Root, "artifacts/publish/agent");
        return Make(
            Path.Combine(folder, "iwtune"),
            "Agent",
            "publish",
            "Agent/IwTune.Agent.csproj",
            "-f",
            framework,
            "-r",
            "linux-x64",
            "-p:PublishAot=true",
            $"-p:AgentFrameworks={framework}",
            "-o",
            folder
        );
    }

    private static string MakeServer() =>
        Make(
            Path.Combine(Binaries.Root, "artifacts/bin/IwTune.Server/release/iwtune-server"),
            "Server",
            "build",
            "Server/IwTune.Server.csproj",
            "-c",
            "Release"
        );

    private static string Make(string file, string project, string verb, string target, params string[] arguments)
    {
        if (File.Exists(file) && File.GetLastWriteTimeUtc(file) > NewestSource(project, "Shared"))
            return file;
        Console.Error.WriteLine($"  dotnet {verb} {target}");
        Commands.Run("dotnet", [verb, Path.Combine(Binaries.Root, target), .. arguments, "-v", "q", "-clp:NoSummary", "-nodeReuse:false"]);
        if (!File.Exists(file))
            throw new BenchException($"the build was fine, but there is no {file}");
        File.SetLastWriteTimeUtc(file, TimeProvider.System.GetUtcNow().UtcDateTime);
        return file;
    }

    private static DateTime NewestSource(params string[] projects) =>
        projects
            .SelectMany(project => Directory.EnumerateFiles(Path.Combine(Binaries.Root, project), "*", SearchOption.AllDirectories))
            .Max(File.GetLastWriteTimeUtc);
}
