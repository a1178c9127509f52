using IwTune.Server.Storage;

namespace IwTune.Benchmarks.Product.Fleet;

/// <summary>The database of a measured server.</summary>
internal interface IBenchStore : IDisposable
{
    /// <summary>Its name in the table.</summary>
    string Name { get; }

    /// <summary>The arguments of the server's commands besides <c>--data</c>.</summary>
    IReadOnlyList<string> Arguments { get; }

    /// <summary>Opens the store that the server uses.</summary>
    Task<Database> OpenAsync(string data);

    /// <summary>What a database in use does by itself within a minute of such a load; not during a measurement.</summary>
    Task KeepHouseAsync(string data);

    /// <summary>What it occupies on the disk, bytes.</summary>
    Task<long> SizeAsync(string data);

    /// <summary>Processor time of its own processes; none where it runs within the server.</summary>
    TimeSpan Cpu { get; }
}
