using IwTune.Agent.Engine.Passive;

namespace IwTune.Agent.Control.Experiments;

/// <summary>
/// Passes on the results of connections, except during an experiment: then their windows are not those of their targets, and nothing may be
/// decided by them.
/// </summary>
/// <param name="to">Decides.</param>
/// <param name="disturbed">True while connections with windows of an experiment can end.</param>
internal sealed class UndisturbedSink(ISampleSink to, Func<bool> disturbed) : ISampleSink
{
    public void Add(ConnectionSample sample)
    {
        if (!disturbed())
            to.Add(sample);
    }

    public void Lost()
    {
        if (!disturbed())
            to.Lost();
    }
}
