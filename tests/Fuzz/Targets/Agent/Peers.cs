using IwTune.Agent.Linux.Probing.Remote;
using IwTune.Agent.Local.Visible;

namespace IwTune.Fuzz.Targets.Agent;

/// <summary>What peers send: answers to a probe, and requests to the page of <c>iwtune visible</c>.</summary>
internal static class Peers
{
    public static bool Read(byte[] input)
    {
        var answer = HttpRequest.Read(input);
        BrokenPromiseException.Unless(
            answer is null || (answer.Status + answer.Location).All(letter => letter is >= ' ' and <= '~'),
            "what goes to a terminal is printable"
        );
        var objection = TlsAnswer.Objection(input);
        var head = RequestHead.Read(input);
        return answer is not null || objection is null || head is { Status: "" };
    }
}
