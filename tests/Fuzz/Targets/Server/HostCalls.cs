using System.Text.Json;
using IwTune.Server.Features.Enrolment.Keys;
using IwTune.Server.Hosting.Requests;
using IwTune.Shared.Wire;
using IwTune.Shared.Wire.Signing;

namespace IwTune.Fuzz.Targets.Server;

/// <summary>The documents of a check-in and of an enrolment, and the key that a host offers with it.</summary>
internal static class HostCalls
{
    public static bool Read(byte[] input)
    {
        var any = Try(() => JsonSerializer.Deserialize(input, StrictJson.Of<CheckInRequest>()) is not null);
        any |= Try(() => JsonSerializer.Deserialize(input, StrictJson.Of<EnrolRequest>()) is not null);
        return any
            | Try(() =>
                HostKey.Read(JsonSerializer.Deserialize(input, StrictJson.Of<HostKeyOffer>()), "enrol", "host-1", 1).Key is not null
            );
    }

    private static bool Try(Func<bool> read)
    {
        try
        {
            return read();
        }
        catch (JsonException)
        {
            return false;
        }
    }
}
