namespace IwTune.Agent.Engine.Passive;

/// <summary>Gets every production connection at its end: an experiment, the automatic and the learned window.</summary>
public interface ISampleSink
{
    /// <summary>One connection ended. Called from the pass that saw it, so it only counts and never waits.</summary>
    void Add(ConnectionSample sample);

    /// <summary>Ends were lost: what was added since the last pass is a sample of what there was.</summary>
    void Lost();
}
