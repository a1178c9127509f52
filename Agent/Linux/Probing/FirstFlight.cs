using IwTune.Shared.Wire;

namespace IwTune.Agent.Linux.Probing;

/// <summary>The effective window of a connection: the least of what may be sent at once, and which term that is.</summary>
/// <param name="Bytes">Bytes of the first flight.</param>
/// <param name="Segments">Full segments of it.</param>
/// <param name="Binding">The term that decides.</param>
public sealed record FirstFlight(long Bytes, int Segments, BindingTerm Binding)
{
    /// <summary>Takes the terms from a connection that has sent nothing yet.</summary>
    public static FirstFlight Of(TcpInfo info)
    {
        var least = new FirstFlight((long)info.SendCwnd * info.SendMss, info.SendCwnd, BindingTerm.InitCwnd);
        if (info.PeerWindowBytes is { } peer && peer < least.Bytes)
            least = Limited(peer, info, BindingTerm.PeerWindow);
        return info.SendBufferBytes < least.Bytes ? Limited(info.SendBufferBytes, info, BindingTerm.SendBuffer) : least;
    }

    private static FirstFlight Limited(long bytes, TcpInfo info, BindingTerm term) =>
        new(bytes, info.SendMss == 0 ? 0 : (int)(bytes / info.SendMss), term);
}
