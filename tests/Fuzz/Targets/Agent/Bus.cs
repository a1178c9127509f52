using IwTune.Agent.Linux.SystemBus;
using IwTune.Agent.Linux.SystemBus.Wire;

namespace IwTune.Fuzz.Targets.Agent;

/// <summary>Messages of the system bus: NetworkManager's and networkd's answers and signals, DHCP leases and routes among them.</summary>
internal static class Bus
{
    public static bool Read(byte[] input)
    {
        BusMessage message;
        try
        {
            message = BusMessage.Read(input);
        }
        catch (BusFormatException)
        {
            return false;
        }
        foreach (var bigEndian in (ReadOnlySpan<bool>)[false, true])
        {
            var again = BusMessage.Read(message.Write(bigEndian));
            BrokenPromiseException.Unless(
                again.Body.SequenceEqual(message.Body) && again with { Body = [] } == message with { Body = [] },
                "a message that is written is read again"
            );
        }
        return true;
    }
}
