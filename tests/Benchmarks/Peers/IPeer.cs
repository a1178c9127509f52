using IwTune.Benchmarks.Product;
using IwTune.Benchmarks.Rivals;

namespace IwTune.Benchmarks.Peers;

/// <summary>A program of the comparison, IwTune included. Disposing it ends its processes and removes its namespace and files.</summary>
internal interface IPeer : IDisposable
{
    /// <summary>Its name in the table.</summary>
    string Name { get; }

    /// <summary>The program and its package; <see langword="null"/> for IwTune itself.</summary>
    Rival? Program { get; }

    /// <summary>The route it is responsible for; <see langword="null"/> for one that only observes.</summary>
    DisturbedRoute? Route { get; }

    /// <summary>Starts what is resident of it and, for one that sets windows as a daemon, waits until the window is set.</summary>
    Task StartAsync();

    /// <summary>The process at rest; <see langword="null"/> when there is none.</summary>
    int? Resident { get; }

    /// <summary>What a reader of its memory has to know; empty for nothing.</summary>
    string ResidentNote { get; }

    /// <summary>Its shortest useful command. It changes nothing.</summary>
    PeerCommand Idle { get; }

    /// <summary>The command that repairs the window; <see langword="null"/> for one that needs none or sets none.</summary>
    PeerCommand? Repair { get; }

    /// <summary>When it runs by itself, by default; <see langword="null"/> for a daemon, whose reaction is measured.</summary>
    string? Schedule();

    /// <summary>What it says about the window, read from its own output.</summary>
    string Reports();

    /// <summary>What it does better than IwTune.</summary>
    string Better { get; }
}
