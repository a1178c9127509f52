using IwTune.Shared.Wire;

namespace IwTune.Agent.Cli.Output;

/// <summary>What bounds a first flight, for people.</summary>
internal static class BindingText
{
    public static string Of(BindingTerm binding) => binding switch
    {
        BindingTerm.InitCwnd => "initcwnd",
        BindingTerm.PeerWindow => "peer's window",
        BindingTerm.SendBuffer => "send buffer",
        BindingTerm.Bpf => "BPF program",
        _ => "unknown",
    };
}
