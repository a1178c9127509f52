using System.Xml.Linq;
using IwTune.Lab;

namespace IwTune.Benchmarks.Product;

/// <summary>The product's two programs as they are shipped, made when first asked for.</summary>
internal static class Shipped
{
    private static readonly Lazy<string> MadeAgent = new(MakeAgent);
    private static readonly Lazy<string> MadeServer = new(MakeServer);

    /// <summary>The native agent, from where <c>./build.sh pack</c> also takes it.</summary>
    public static string Agent => MadeAgent.Value;

    /// <summary>The server, built for release.</summary>
    public static string Server => MadeServer.Value;

    private static string MakeAgent()
    {
        var framework = XDocument.Load(Path.Combine(Binaries.Root, "TFMs.props")).Descendants("ShippedAgentFramework").Single().Value;
        var folder = Path.Combine(Binaries.Root, "artifacts/publish/agent");
        Dotnet("publish", "Agent/IwTune.Agent.csproj", "-f", framework, "-r", "linux-x64", "-p:PublishAot=true", "-o", folder);
        return Existing(Path.Combine(folder, "iwtune"));
    }

    private static string MakeServer()
    {
        Dotnet("build", "Server/IwTune.Server.csproj", "-c", "Release");
        return Existing(Path.Combine(Binaries.Root, "artifacts/bin/IwTune.Server/release/iwtune-server"));
    }

    private static void Dotnet(string verb, string project, params string[] arguments)
    {
        Console.Error.WriteLine($"  dotnet {verb} {project}");
        Commands.Run("dotnet", [verb, Path.Combine(Binaries.Root, project), .. arguments, "-v", "q", "-clp:NoSummary", "-nodeReuse:false"]);
    }

    private static string Existing(string file) =>
        File.Exists(file) ? file : throw new BenchException($"the build was fine, but there is no {file}");
}
