using IwTune.Lab;

namespace IwTune.Benchmarks.Product;

/// <summary>The product's programs as they are shipped. <c>./build.sh bench</c> makes them.</summary>
internal static class Shipped
{
    /// <summary>The native agent.</summary>
    public static string Agent => Binaries.Published ?? throw Missing("the native agent");

    /// <summary>The native program with every command.</summary>
    public static string Tools => Path.Combine(Path.GetDirectoryName(Agent)!, "libexec/iwtune/iwtune-tools");

    /// <summary>The server, built for release.</summary>
    public static string Server => File.Exists(Binaries.Server) ? Binaries.Server : throw Missing("the server");

    private static BenchException Missing(string what) =>
        new($"{what} is not built, or older than what was built since; './build.sh bench' builds both");
}
