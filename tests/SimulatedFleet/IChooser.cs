using IwTune.Shared.Model.Deciding;

namespace IwTune.SimulatedFleet;

/// <summary>Chooses the window of a host from the reports of its connections.</summary>
public interface IChooser
{
    /// <summary>The window now, segments.</summary>
    int Value { get; }

    /// <summary>A connection ended.</summary>
    void Add(in FlightSample sample, long bytes, SimulatedPath path);

    /// <summary>A step is over.</summary>
    void Next(DateTimeOffset now);
}
