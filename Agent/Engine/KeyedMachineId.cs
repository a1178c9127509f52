using System.Security.Cryptography;
using System.Text;

namespace IwTune.Agent.Engine;

/// <summary>A machine's id keyed to this application: machine-id(5) asks that the id itself never leaves the host.</summary>
internal static class KeyedMachineId
{
    /// <returns>Empty for an empty id.</returns>
    public static string Of(string machineId) =>
        machineId.Length == 0
            ? ""
            : Convert.ToHexString(HMACSHA256.HashData(Encoding.UTF8.GetBytes(machineId), "iwtune"u8)).ToLowerInvariant()[..32];
}
