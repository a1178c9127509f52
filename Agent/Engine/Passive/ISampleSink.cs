namespace IwTune.Agent.Engine.Passive;

/// <summary>Receives every production connection at its end: an experiment, the automatic and the learned window.</summary>
public interface ISampleSink
{
    /// <summary>One connection ended. Called from the pass that saw it, so it only counts and never waits.</summary>
    void Add(ConnectionSample sample);

    /// <summary>Ends were lost: the samples since the last pass are only a part of all.</summary>
    void Lost();
}
