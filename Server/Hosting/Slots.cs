using System.Buffers.Binary;
using System.Security.Cryptography;
using System.Text;

namespace IwTune.Server.Hosting;

/// <summary>A host's own place within a period: the same on every server, spread evenly over the fleet.</summary>
internal static class Slots
{
    public static int Of(string hostId, int periodSeconds) =>
        (int)(BinaryPrimitives.ReadUInt32BigEndian(SHA256.HashData(Encoding.UTF8.GetBytes(hostId))) % (uint)periodSeconds);
}
