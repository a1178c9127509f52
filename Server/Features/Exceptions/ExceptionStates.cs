using IwTune.Shared.Fleet.Compliance;

namespace IwTune.Server.Features.Exceptions;

internal static class ExceptionStates
{
    /// <summary>It takes hosts out of judgement now, perhaps not for long.</summary>
    public static bool IsInForce(this ExceptionState state) => state is ExceptionState.InForce or ExceptionState.EndsSoon;
}
