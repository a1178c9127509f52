using IwTune.Benchmarks.Measuring;

namespace IwTune.Benchmarks.Rivals;

/// <summary>Sets the initial window of one route and verifies that it is set, in the namespace of the calling thread.</summary>
internal interface IRouteSetter
{
    string Name { get; }

    /// <summary>Whether it can run here; otherwise the reason.</summary>
    string? Missing { get; }

    /// <summary>Sets and verifies, from an idle machine to a finished command.</summary>
    Run Set();
}
