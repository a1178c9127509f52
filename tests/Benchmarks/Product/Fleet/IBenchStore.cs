using IwTune.Server.Storage;

namespace IwTune.Benchmarks.Product.Fleet;

/// <summary>A database under a server that is measured.</summary>
internal interface IBenchStore : IDisposable
{
    /// <summary>As the table calls it.</summary>
    string Name { get; }

    /// <summary>What the server's verbs are told besides <c>--data</c>.</summary>
    IReadOnlyList<string> Arguments { get; }

    /// <summary>Opens the same store the server uses.</summary>
    Task<Database> OpenAsync(string data);

    /// <summary>Processor time of its own processes; none where it runs within the server.</summary>
    TimeSpan Cpu { get; }
}
