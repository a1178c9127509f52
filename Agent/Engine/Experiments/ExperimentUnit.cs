using System.Runtime.InteropServices;

namespace IwTune.Agent.Engine.Experiments;

/// <summary>
/// What is in one arm or the other at random, and is counted once: the peer with stripes, because its ports are in one arm for a while; the
/// pair of blocks in a switchback.
/// </summary>
/// <param name="Control">Its connections in the control arm.</param>
/// <param name="Treatment">Its connections in the treatment arm.</param>
[StructLayout(LayoutKind.Auto)]
public readonly record struct ExperimentUnit(ArmCounts Control, ArmCounts Treatment)
{
    /// <summary>The number of a connection's unit.</summary>
    /// <returns>-1 for samples of earlier versions, which do not name the peer: together they are one unit.</returns>
    public static int Of(ExperimentDesign design, ExperimentSample sample) =>
        design == ExperimentDesign.Switchback ? sample.Block / 2 : sample.Peer ?? -1;

    /// <summary>With one more connection.</summary>
    public ExperimentUnit With(ExperimentSample sample) =>
        sample.Arm == 0 ? this with { Control = Control.With(sample) } : this with { Treatment = Treatment.With(sample) };
}
